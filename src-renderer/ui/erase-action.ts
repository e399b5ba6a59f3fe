import { getContext, setContext } from 'svelte';
import type { LocalLibraryJson } from '../../src-shared/libraries-api.ts';
import type { LibraryAction } from './library-actions.ts';

/** What is to go from all of a history. */
export interface ErasableItem {
  readonly library: LocalLibraryJson;
  readonly path: string;
  /** Content of a file, which may lie at other places as well; absent: it is a folder. */
  readonly objectId?: string;
}

/** The line of a menu that asks for it. */
type EraseAction = (item: ErasableItem) => LibraryAction;

const KEY = Symbol('erase');

export function setEraseAction(action: EraseAction): void {
  setContext(KEY, action);
}

/** Undefined where nothing is to be erased. */
export function getEraseAction(): EraseAction | undefined {
  return getContext(KEY);
}
