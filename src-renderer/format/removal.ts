import type { LocalLibraryJson } from '../../src-shared/libraries-api.ts';
import { visibleName } from './name.ts';

/** The folder of this computer from which goes what goes from the library; empty: none is linked to it. */
export function linkedPath({ folder }: Pick<LocalLibraryJson, 'folder'>): string {
  return visibleName(folder?.path ?? '');
}

/** Something that goes; a folder stands for all that it holds. */
export interface RemovedItem {
  /** In its library, from the top. */
  readonly path: string;
  readonly isFolder: boolean;
  /** Null: what is in the folder was not counted. */
  readonly files: number | null;
  readonly bytes: number;
}

/** What an action takes away. */
export interface Removal {
  readonly files: number;
  readonly bytes: number;
  /** The first of them. */
  readonly items: readonly RemovedItem[];
  /** How many there are with those that are not named. */
  readonly itemCount: number;
}

export const NOTHING_REMOVED: Removal = { files: 0, bytes: 0, items: [], itemCount: 0 };

/** What taking something back does. */
export interface UndoPreview {
  readonly removal: Removal;
  /** Files that come back, or get back what they held or were called. */
  readonly others: number;
  /** Items that changed since, and stay as they are. */
  readonly leftAlone: number;
}

export const NOTHING_UNDONE: UndoPreview = { removal: NOTHING_REMOVED, others: 0, leftAlone: 0 };

/** More than anybody takes in at a glance. */
const MANY_FILES = 20;
/** So few are never much, however small the library is. */
const FEW_FILES = 5;
const LARGE_PART = 0.25;

/** Whether a person looks at it before it is done, as it concerns many files or a large part of the library. */
export function isWide(files: number, libraryFiles: number): boolean {
  return files > MANY_FILES || (files > FEW_FILES && files > libraryFiles * LARGE_PART);
}

/** Several removals in one. */
export function joinRemovals(removals: readonly Removal[]): Removal {
  return removals.reduce(
    (sum, { files, bytes, items, itemCount }) => ({
      files: sum.files + files,
      bytes: sum.bytes + bytes,
      items: [...sum.items, ...items],
      itemCount: sum.itemCount + itemCount,
    }),
    NOTHING_REMOVED,
  );
}
