import type { FolderActivityEntryJson } from '../../../src-shared/folder-choices-api.ts';
import type { Said } from '../../../src-shared/service-words.ts';

/** Of each linked folder so many entries are kept; what is older is in the library's history. */
export const MOST_ACTIVITY_ENTRIES = 1000;

/** Something that a linked folder did. Its detail is made of what is said. */
export interface FolderActivityEntry extends Omit<FolderActivityEntryJson, 'detail' | 'said'> {
  readonly said: Said | null;
}
