import type { FolderHeldJson } from '../../../src-shared/folders-api.ts';
import { type FolderEntry, joinPath, parentPath } from '../../core/folder/folder-entry.ts';
import type { LinkedFolder } from '../../core/folder/linked-folder.ts';
import { nameOf } from '../../core/library/path.ts';
import type { TreeChange } from '../../core/tree/apply.ts';
import { allPausedItems, type PausedList, type PausedQuestion, pausedItems } from '../paused-items.ts';
import type { FolderIndex } from '../ports.ts';
import { isLikelySameContent } from '../scan/plan.ts';
import { hasNewExtension, PausedRemovals } from './paused-removals.ts';
import { PausedRewrites } from './paused-rewrites.ts';

/** Changes of a linked folder that wait for a person, because there are so many of them at once. */
export class PausedChanges {
  readonly removals = new PausedRemovals();
  readonly rewrites = new PausedRewrites();

  toJson(index: Pick<FolderIndex, 'filesInside'>, folderKey: number): FolderHeldJson | null {
    const { rewritten, gone } = this.#told();
    if (rewritten.length === 0 && gone.length === 0) return null;
    return {
      ...pausedItems(this.#question(index, folderKey)),
      // Some files inside a missing folder may only have moved.
      count: rewritten.length + (gone.length > 0 ? this.removals.fileCount : 0),
    };
  }

  /** All items, of which `toJson` has the first. */
  items(index: Pick<FolderIndex, 'filesInside'>, folderKey: number): PausedList {
    return allPausedItems(this.#question(index, folderKey));
  }

  #question(index: Pick<FolderIndex, 'filesInside'>, folderKey: number): PausedQuestion {
    const { rewritten, gone } = this.#told();
    const isRewriting = rewritten.length > 0 || this.removals.isRenaming;
    return { kind: isRewriting ? 'rewrites' : 'removals', rows: [...rewritten, ...gone], index, folderKey };
  }

  #told() {
    const rewritten = this.rewrites.rows();
    const isGoneTold = this.removals.isRenaming || rewritten.length === 0;
    return { rewritten, gone: isGoneTold ? this.removals.rows() : [] };
  }

  /** The next scan takes in what is paused and shown now. */
  accept(): void {
    if (this.#told().gone.length > 0) this.removals.accept();
    this.rewrites.accept();
  }

  /** The next scan takes in the rewritten files, so that nothing is lost when `takeRestoring` undoes it. */
  beginRevert(index: Pick<FolderIndex, 'entriesIn'>, folderKey: number): void {
    this.rewrites.revert(rowLookup(index, folderKey));
  }

  /**
   * Changes that restore the former contents of rewritten files in the library, and remove the new names of files whose
   * old ones are written again. For after the scan; once.
   */
  takeRestoring(
    index: Pick<FolderIndex, 'entriesIn' | 'byInode'>,
    { key, authorEmail }: Pick<LinkedFolder, 'key' | 'authorEmail'>,
  ): TreeChange[] {
    const restored = this.rewrites.takeRestoring(rowLookup(index, key), authorEmail);
    if (!this.removals.isRenaming) return restored;
    const renamed = this.removals.rows().flatMap((row) => newNamesOf(row, index, key));
    return [...restored, ...renamed.map(removalOf)];
  }
}

function newNamesOf(row: FolderEntry, index: Pick<FolderIndex, 'byInode'>, folderKey: number): FolderEntry[] {
  if (row.isDir) return [];
  return index
    .byInode(folderKey, row.inode)
    .filter((other) => isLikelySameContent(other, row) && hasNewExtension(row.name, other.name));
}

function removalOf(row: FolderEntry): TreeChange {
  return { op: 'remove', path: `/${joinPath(row.dir, row.name)}`, base: row.objectId };
}

/** Finds rows by path; reads each folder of the index once. */
function rowLookup(
  index: Pick<FolderIndex, 'entriesIn'>,
  folderKey: number,
): (path: string) => FolderEntry | null {
  const rowsOf = new Map<string, ReadonlyMap<string, FolderEntry>>();
  return (path) => {
    const dir = parentPath(path);
    const rows =
      rowsOf.get(dir) ?? new Map(index.entriesIn(folderKey, dir).map((row) => [row.name, row] as const));
    rowsOf.set(dir, rows);
    return rows.get(nameOf(path)) ?? null;
  };
}
