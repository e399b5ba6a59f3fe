import type { LocalLibraryJson } from '../../src-shared/libraries-api.ts';
import { visibleName } from './name.ts';

/** The folder of this computer that loses what the library loses; empty: none is linked to it. */
export function linkedPath({ folder }: Pick<LocalLibraryJson, 'folder'>): string {
  return visibleName(folder?.path ?? '');
}

/** An item that is removed; a folder stands for all that it contains. */
export interface RemovedItem {
  /** In its library, from the top. */
  readonly path: string;
  readonly isFolder: boolean;
  /** Null: the contents of the folder were not counted. */
  readonly files: number | null;
  readonly bytes: number;
}

/** What an action removes. */
export interface Removal {
  readonly files: number;
  readonly bytes: number;
  /** The first of them. */
  readonly items: readonly RemovedItem[];
  /** How many there are, including those not listed. */
  readonly itemCount: number;
}

export const NOTHING_REMOVED: Removal = { files: 0, bytes: 0, items: [], itemCount: 0 };

/** What an undo does. */
export interface UndoPreview {
  readonly removal: Removal;
  /** Files that come back, or get back their contents or names. */
  readonly others: number;
  /** Items that changed since, and stay as they are. */
  readonly leftAlone: number;
}

export const NOTHING_UNDONE: UndoPreview = { removal: NOTHING_REMOVED, others: 0, leftAlone: 0 };

/** More than a user takes in at a glance. */
const MANY_FILES = 20;
/** This few are never many, however small the library is. */
const FEW_FILES = 5;
const LARGE_PART = 0.25;

/** Whether the user has to confirm it first, as it affects many files or a large part of the library. */
export function isWide(files: number, libraryFiles: number): boolean {
  return files > MANY_FILES || (files > FEW_FILES && files > libraryFiles * LARGE_PART);
}

/** Several removals as one. */
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
