import { said } from '../../../src-shared/service-words.ts';
import {
  type FileStat,
  type FolderEntry,
  isWithin,
  joinPath,
  parentPath,
} from '../../core/folder/folder-entry.ts';
import type { FolderIntent } from '../../core/folder/folder-journal.ts';
import { nameOf } from '../../core/library/path.ts';
import type { ObjectId } from '../../core/objects/object-id.ts';
import { movedEntry, type NewActivityEntry } from '../link/activity-entries.ts';
import type { LinkParts } from '../link/link-parts.ts';
import type { FolderIndex } from '../ports.ts';
import type { FolderWriter } from './folder-writer.ts';
import type { StepFailure } from './step-failure.ts';

/** What a batch of steps did, gathered until it is durable and can be recorded. */
export class StepBatch {
  readonly moved: { from: string; to: string }[] = [];
  readonly removed: Pick<FolderEntry, 'dir' | 'name' | 'isDir'>[] = [];
  readonly put: FolderEntry[] = [];
  readonly failures = new Map<string, StepFailure>();
  /** Intents that are settled, whether or not the step was done. */
  readonly reconciled: FolderIntent[] = [];
  /** Intents that stay on record, because something could not be cleared away. */
  readonly untidy = new Set<FolderIntent>();
  /** Folders in which names came or went. */
  readonly dirs = new Set<string>();
  /** Change of the number of files in the index. */
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

/** Activity entries of a batch. What lies in `excluded` goes only because it is left out. Pure. */
function entriesOfCheckout(
  { moved: moves, put, removed }: StepBatch,
  excluded: readonly string[],
): NewActivityEntry[] {
  const targets = new Set(moves.map(({ to }) => to));
  const written = put.map((row): NewActivityEntry => {
    const path = joinPath(row.dir, row.name);
    if (row.isDir) return { path, what: 'written', bytes: 0, said: said('aFolder') };
    return { path, what: 'written', bytes: row.sizeBytes, said: null };
  });
  return [
    ...moves.map(({ from, to }) => movedEntry(to, from)),
    ...written.filter(({ path }) => !targets.has(path)),
    ...removed.map(({ dir, name, isDir }): NewActivityEntry => {
      const path = joinPath(dir, name);
      const what = excluded.some((other) => isWithin(path, other)) ? 'left-out' : 'deleted-here';
      return { path, what, bytes: 0, said: isDir ? said('aFolder') : null };
    }),
  ];
}

/** Whether the step moves the file, rather than removing or writing it. */
export function isMove({ next }: Pick<FolderIntent, 'next'>): boolean {
  return next !== null && next.inode !== null;
}

/** Records what steps are about to do, then what they did, durably and in that order. */
export class StepRecord {
  readonly #parts: LinkParts;
  readonly #writer: FolderWriter;
  /** Folders whose names this process has made durable. */
  readonly #durable = new Set<string>();
  /** Displaced files that were not found, since their folder was moved, by the name they have. */
  readonly #missed = new Map<string, NonNullable<FolderIntent['old']>>();

  constructor(parts: LinkParts, writer: FolderWriter) {
    this.#parts = parts;
    this.#writer = writer;
  }

  /** Has to be called before the steps; durable on return. */
  intend(intents: readonly FolderIntent[]): void {
    const { journal, folder, transaction } = this.#parts;
    transaction(() => journal.putIntents(folder.key, intents));
  }

  /**
   * Makes what a batch did durable, then records it in one transaction.
   * @throws Error when the folder is no longer the one that was checked
   */
  async end(batch: StepBatch): Promise<void> {
    const { index, journal, folder, transaction, agreement, status, rules, root } = this.#parts;
    await this.sync(batch.dirs);
    if (!(await root.isSame())) throw new Error('the folder was replaced while it was written');
    transaction(() => {
      index.apply(folder.key, batch.update);
      journal.removeIntents(folder.key, batch.reconciled);
      // Until the pass ends, the rows match no tree.
      agreement.forget();
    });
    status.activity.add(entriesOfCheckout(batch, rules.excluded));
  }

  /**
   * Makes names in folders durable, and the names of the folders themselves: a folder made just before a failed sync or
   * a crash is in the index by the time something is written into it, and would be lost with its contents.
   * @throws what the disk says; nothing counts as durable then
   */
  async sync(dirs: Iterable<string>): Promise<void> {
    const wanted = new Set(dirs);
    const own = new Set<string>();
    for (const dir of dirs) {
      for (let at = dir; at !== '' && !this.#durable.has(at) && !own.has(at); at = parentPath(at)) {
        own.add(at);
        wanted.add(parentPath(at));
      }
    }
    await this.#writer.sync(wanted);
    for (const dir of own) this.#durable.add(dir);
  }

  /**
   * Notes that a displaced file was not found. A file that only moves is not missed: a scan finds it wherever it is.
   */
  miss({ displaced, old, next }: FolderIntent): void {
    if (old !== null && !isMove({ next })) this.#missed.set(nameOf(displaced), old);
  }

  /** True when it was the file to be replaced or removed, whose content is in history. */
  async discardMissed(path: string): Promise<boolean> {
    const old = this.#missed.get(nameOf(path));
    return old !== undefined && (await this.#writer.discardOld(path, old));
  }
}
