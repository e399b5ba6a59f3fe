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

/** Whether the step gives the file another place, rather than taking it away or writing it. */
export function isMove({ next }: Pick<FolderIntent, 'next'>): boolean {
  return next !== null && next.inode !== null;
}

/** What steps are about to do and did, made durable in that order. */
export class StepRecord {
  readonly #parts: LinkParts;
  readonly #writer: FolderWriter;
  /** Folders whose own names are durable, for all that this process knows. */
  readonly #durable = new Set<string>();
  /** Displaced files that went elsewhere with their folder, by the name that they wait under. */
  readonly #missed = new Map<string, NonNullable<FolderIntent['old']>>();

  constructor(parts: LinkParts, writer: FolderWriter) {
    this.#parts = parts;
    this.#writer = writer;
  }

  /** Durable on return; before anything of it is done. */
  intend(intents: readonly FolderIntent[]): void {
    const { journal, folder, transaction } = this.#parts;
    transaction(() => journal.putIntents(folder.key, intents));
  }

  /**
   * Records in one transaction what a batch did, when that is durable.
   * @throws Error when it was done to another folder than the one that was checked
   */
  async end(batch: StepBatch): Promise<void> {
    const { index, journal, folder, transaction, agreement, status, rules, root } = this.#parts;
    await this.sync(batch.dirs);
    if (!(await root.isSame())) throw new Error('the folder was replaced while it was written');
    transaction(() => {
      index.apply(folder.key, batch.update);
      journal.removeIntents(folder.key, batch.reconciled);
      // Until the pass has come to its end, the rows are those of no tree.
      agreement.forget();
    });
    status.activity.add(entriesOfCheckout(batch, rules.excluded));
  }

  /**
   * Makes names in folders durable, and the folders' own names with them: a folder that was made just before a sync that
   * failed, or before a crash, is in the index by the time something is written into it, and would take it along.
   * @throws what the disk says; nothing is taken for durable then
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

  /** What a step displaced is not there. A file that moves somewhere is not missed: it is to be found, wherever it went. */
  miss({ displaced, old, next }: FolderIntent): void {
    if (old !== null && !isMove({ next })) this.#missed.set(nameOf(displaced), old);
  }

  /** True when it was the file that was to be replaced or removed, whose content is in history. */
  async discardMissed(path: string): Promise<boolean> {
    const old = this.#missed.get(nameOf(path));
    return old !== undefined && (await this.#writer.discardOld(path, old));
  }
}
