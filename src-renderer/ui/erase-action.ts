import { getContext, setContext } from 'svelte';
import type { EntryJson } from '../../src-shared/contents-api.ts';
import type { LocalLibraryJson } from '../../src-shared/libraries-api.ts';
import type { LibraryAction } from './library-actions.ts';

/** What is to be erased from a whole history. */
export interface ErasableItem {
  readonly library: LocalLibraryJson;
  readonly path: string;
  /** The content id of a file, which may exist at other paths as well; absent: it is a folder. */
  readonly objectId?: string;
}

/** An item as a folder lists it. */
export function erasableEntry(
  library: LocalLibraryJson,
  path: string,
  { kind, id }: Pick<EntryJson, 'kind' | 'id'>,
): ErasableItem {
  return { library, path, ...(kind === 'file' ? { objectId: id } : {}) };
}

/** The menu item for it. */
type EraseAction = (item: ErasableItem) => LibraryAction;

const KEY = Symbol('erase');

export function setEraseAction(action: EraseAction): void {
  setContext(KEY, action);
}

/** Undefined where erasing is not offered. */
export function getEraseAction(): EraseAction | undefined {
  return getContext(KEY);
}
