import { type FolderEntry, isWithin, joinPath, parentPath } from '../../core/folder/folder-entry.ts';
import type { TreeChange } from '../../core/tree/apply.ts';
import type { StepBatch } from '../checkout/step-batch.ts';
import type { BatchChanges } from '../ingest/batch-changes.ts';
import { isLikelySameContent } from '../scan/plan.ts';
import type { ChangeBatch } from '../scan/scan.ts';
import type { ActivityEvent } from './activity-log.ts';

/** What a batch took into the library, file by file; a folder that was renamed is one event. Pure. */
export function eventsOfIngest(
  batch: Pick<ChangeBatch, 'removed' | 'newDirs'>,
  result: Pick<BatchChanges, 'changes' | 'update'>,
): ActivityEvent[] {
  const movedFrom = findMoves(batch, result);
  const sources = new Set(movedFrom.values());
  const isInsideMoved = (path: string) => {
    for (let at = parentPath(path); at !== ''; at = parentPath(at)) if (movedFrom.has(at)) return true;
    return false;
  };
  return result.changes.flatMap((change) => {
    const path = pathOf(change);
    const from = movedFrom.get(path);
    if (from !== undefined) return [moved(path, from)];
    const isTold = sources.has(path) || isInsideMoved(path);
    return isTold ? [] : eventsOfChange(change, path);
  });
}

function pathOf(change: TreeChange): string {
  return (change.op === 'move' ? change.to : change.path).slice(1);
}

function eventsOfChange(change: TreeChange, path: string): ActivityEvent[] {
  switch (change.op) {
    case 'put':
      return [{ path, what: 'taken-in', bytes: change.dirent.sizeBytes, detail: '' }];
    case 'mkdir':
      return [{ path, what: 'taken-in', bytes: 0, detail: 'a folder' }];
    case 'remove':
      return [{ path, what: 'removed', bytes: 0, detail: '' }];
    case 'prune':
      return [{ path, what: 'removed', bytes: 0, detail: 'a folder' }];
    case 'move':
      return [];
  }
}

/** New paths of what went from one place and came at another in the same batch, with the old ones. */
function findMoves(
  { removed, newDirs }: Pick<ChangeBatch, 'removed' | 'newDirs'>,
  { changes, update }: Pick<BatchChanges, 'changes' | 'update'>,
): Map<string, string> {
  const movedFrom = new Map<string, string>();
  if (removed.length === 0) return movedFrom;
  const goneByInode = new Map(removed.map((row) => [row.inode, row]));
  for (const { dir, entry } of newDirs) {
    const row = goneByInode.get(entry.inode);
    if (row?.isDir === true) movedFrom.set(joinPath(dir, entry.name), joinPath(row.dir, row.name));
  }
  const rowOf = new Map(update.put.map((row) => [joinPath(row.dir, row.name), row]));
  for (const change of changes) {
    if (change.op !== 'put' || change.base !== null) continue;
    const path = pathOf(change);
    const gone = goneFileLike(rowOf.get(path), goneByInode);
    if (gone !== null) movedFrom.set(path, joinPath(gone.dir, gone.name));
  }
  return movedFrom;
}

function goneFileLike(
  row: FolderEntry | undefined,
  goneByInode: ReadonlyMap<number, FolderEntry>,
): FolderEntry | null {
  const gone = row === undefined ? undefined : goneByInode.get(row.inode);
  if (row === undefined || gone === undefined || gone.isDir) return null;
  return isLikelySameContent(gone, row) ? gone : null;
}

/** What a batch of steps did to the folder, from which what is in `excluded` only goes to be left out. Pure. */
export function eventsOfCheckout(
  { moved: moves, put, removed }: StepBatch,
  excluded: readonly string[],
): ActivityEvent[] {
  const targets = new Set(moves.map(({ to }) => to));
  const written = put.map((row): ActivityEvent => {
    const path = joinPath(row.dir, row.name);
    if (row.isDir) return { path, what: 'written', bytes: 0, detail: 'a folder' };
    return { path, what: 'written', bytes: row.sizeBytes, detail: '' };
  });
  return [
    ...moves.map(({ from, to }) => moved(to, from)),
    ...written.filter(({ path }) => !targets.has(path)),
    ...removed.map(({ dir, name, isDir }): ActivityEvent => {
      const path = joinPath(dir, name);
      const what = excluded.some((other) => isWithin(path, other)) ? 'left-out' : 'deleted-here';
      return { path, what, bytes: 0, detail: isDir ? 'a folder' : '' };
    }),
  ];
}

function moved(path: string, from: string): ActivityEvent {
  return { path, what: 'moved', bytes: 0, detail: `from ${from}` };
}
