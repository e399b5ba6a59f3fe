import type { Change } from '../core/history/change.ts';
import { type DeletedItem, trashOf } from '../core/history/trash.ts';
import type { Library } from '../core/library/library.ts';
import type { Commit } from '../core/objects/commit.ts';
import { EMPTY_ID, type ObjectId } from '../core/objects/object-id.ts';
import { findEntry } from '../core/tree/find.ts';
import type { ReadDir } from '../core/tree/read-dir.ts';
import { walkTree } from '../core/tree/walk.ts';
import type { Trash } from '../store/sqlite/trash.ts';

export interface TrashUpdateInput {
  readonly trash: Trash;
  readonly readDir: ReadDir;
  /** As it is before the commit. */
  readonly library: Library;
  readonly commit: Commit;
  readonly changes: readonly Change[];
}

/**
 * What a commit does to the trash index of its library. Reads all it needs now; the returned function only writes, for
 * the transaction that moves the head, which cannot wait.
 */
export async function planTrashUpdate(input: TrashUpdateInput): Promise<() => void> {
  const { trash, library, commit, changes } = input;
  const { deleted, appeared } = trashOf(changes);
  const thrown = await withoutMoved(deleted, input);
  const back = await backInside(appeared, input);
  return () => {
    trash.unlistPaths(library.id, appeared);
    for (const trashId of back) trash.unlist(trashId);
    for (const item of thrown) {
      trash.add(library.id, {
        ...item,
        deletedAtSeconds: commit.ctimeSeconds,
        deletedBy: commit.authorEmail,
        commitId: library.headId,
      });
    }
  };
}

/** Trash rows of what came back inside a folder that came back. */
async function backInside(
  appeared: readonly { path: string; isDir: boolean }[],
  { trash, readDir, library, commit }: TrashUpdateInput,
): Promise<number[]> {
  const back: number[] = [];
  for (const { path, isDir } of appeared) {
    if (!isDir) continue;
    for (const item of trash.inside(library.id, path)) {
      const found = await findEntry(readDir, commit.rootId, item.path);
      if (found !== null && (found.kind === 'dir') === item.isDir) back.push(item.trashId);
    }
  }
  return back;
}

/**
 * Leaves out files that the same commit brought in again inside a new folder: somebody made a folder and moved them
 * there, which history shows folded as a new folder.
 */
async function withoutMoved(
  deleted: readonly DeletedItem[],
  { readDir, changes }: TrashUpdateInput,
): Promise<readonly DeletedItem[]> {
  const newFolders = changes.filter(({ op }) => op === 'newdir');
  if (newFolders.length === 0 || deleted.every(({ isDir }) => isDir)) return deleted;
  const arrived = new Set<ObjectId>();
  for (const { objectId } of newFolders) {
    for await (const { dirent } of walkTree(readDir, objectId))
      if (dirent.kind === 'file') arrived.add(dirent.id);
  }
  return deleted.filter(({ isDir, objectId }) => isDir || objectId === EMPTY_ID || !arrived.has(objectId));
}
