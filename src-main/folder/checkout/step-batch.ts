import type { FileStat } from '../../core/folder/folder-entry.ts';
import { type FolderEntry, isWithin, joinPath, nameOf, parentPath } from '../../core/folder/folder-entry.ts';
import type { FolderIntent } from '../../core/folder/folder-intent.ts';
import type { ObjectId } from '../../core/objects/object-id.ts';
import { type ActivityEvent, movedEvent } from '../link/activity-log.ts';
import type { FolderIndex } from '../ports.ts';
import type { StepFailure } from './step-failure.ts';

/** What a batch of steps did, gathered until it is durable and can be recorded. */
export class StepBatch {
  readonly moved: { from: string; to: string }[] = [];
  readonly removed: Pick<FolderEntry, 'dir' | 'name' | 'isDir'>[] = [];
  readonly put: FolderEntry[] = [];
  readonly failures = new Map<string, StepFailure>();
  /** Intents that are reconciled, whether or not the step was done. */
  readonly reconciled: FolderIntent[] = [];
  /** Intents that stay on record, because something of them could not be cleared away. */
  readonly untidy = new Set<FolderIntent>();
  /** Folders in which names came or went. */
  readonly dirs = new Set<string>();
  /** By how much the number of files in the index changes. */
  addedFiles = 0;

  get update(): Parameters<FolderIndex['apply']>[1] {
    return { moved: this.moved, removed: this.removed, put: this.put };
  }

  get isEmpty(): boolean {
    const counts = [this.moved.length, this.removed.length, this.put.length, this.reconciled.length];
    return counts.every((count) => count === 0);
  }

  placeFile(path: string, stat: FileStat, { id, isNew }: { id: ObjectId; isNew: boolean }): void {
    this.put.push(rowOf(path, stat, { objectId: id, isDir: false }));
    this.dirs.add(parentPath(path));
    if (isNew) this.addedFiles++;
  }

  placeFolder(path: string, stat: FileStat, id: ObjectId): void {
    this.put.push(rowOf(path, stat, { objectId: id, isDir: true }));
    this.dirs.add(parentPath(path));
  }

  takeAway(row: FolderEntry): void {
    this.removed.push(row);
    this.dirs.add(row.dir);
    if (!row.isDir) this.addedFiles--;
  }

  move(from: string, to: string): void {
    this.moved.push({ from, to });
    this.dirs.add(parentPath(from)).add(parentPath(to));
  }

  moveFile(row: FolderEntry, to: string, stat: FileStat): void {
    this.move(joinPath(row.dir, row.name), to);
    this.put.push(rowOf(to, stat, row));
  }
}

function rowOf(
  path: string,
  { sizeBytes, mtimeMs, ctimeMs, inode, mode }: FileStat,
  { objectId, isDir }: Pick<FolderEntry, 'objectId' | 'isDir'>,
): FolderEntry {
  const place = { dir: parentPath(path), name: nameOf(path), isDir, objectId };
  return { ...place, sizeBytes, mtimeMs, ctimeMs, inode, mode };
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
    ...moves.map(({ from, to }) => movedEvent(to, from)),
    ...written.filter(({ path }) => !targets.has(path)),
    ...removed.map(({ dir, name, isDir }): ActivityEvent => {
      const path = joinPath(dir, name);
      const what = excluded.some((other) => isWithin(path, other)) ? 'left-out' : 'deleted-here';
      return { path, what, bytes: 0, detail: isDir ? 'a folder' : '' };
    }),
  ];
}
