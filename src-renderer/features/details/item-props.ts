import type { EntryJson } from '../../../src-shared/contents-api.ts';
import type { LocalLibraryJson } from '../../../src-shared/libraries-api.ts';

/** What details are shown of: an item of a folder. */
export interface ItemProps {
  library: LocalLibraryJson;
  entry: EntryJson;
  /** In the library. */
  path: string;
  /** The moment that is looked at; null: now. */
  commitId: string | null;
}
