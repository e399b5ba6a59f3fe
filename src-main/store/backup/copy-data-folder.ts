import { type FileHandle, open, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DomainError } from '../../core/errors.ts';
import { codeOf } from '../backend/backend.ts';
import { DurableFolders } from '../backend/disk/durable-folders.ts';
import { DISK, type FileOps, type WritableFile } from '../backend/disk/file-ops.ts';
import type { ObjectIndex } from '../sqlite/object-index.ts';
import type { Database } from '../sqlite/open.ts';
import { examineInThread } from '../sqlite/recovery.ts';
import {
  filesBesideDatabase,
  foldInJournal,
  type Snapshot,
  snapshotBytes,
  takeSnapshot,
} from '../sqlite/snapshot.ts';
import { type CopyPlan, type CopyStep, planCopy, SourceMoved } from './plan-copy.ts';

/** Where the parts of a data folder are. */
export interface DataFolderPlaces {
  readonly path: string;
  readonly database: string;
  readonly journal: string;
  readonly secret: string;
}

export interface CopyProgress {
  readonly files: number;
  readonly totalFiles: number;
  readonly bytes: number;
  readonly totalBytes: number;
}

/** What had to be copied: what the backup had already is no part of it. */
export interface CopiedData {
  readonly files: number;
  readonly bytes: number;
}

export interface CopyDataParts {
  readonly from: DataFolderPlaces;
  /** An existing folder that nothing else uses. */
  readonly to: DataFolderPlaces;
  readonly db: Database;
  readonly index: ObjectIndex;
  /** Names in the data folder of what else belongs into a copy of it. */
  readonly others: readonly string[];
  /** Where the code of the thread is that looks through the copied database. */
  readonly databaseThread: URL;
  readonly ops?: FileOps;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: CopyProgress) => void;
}

const PIECE_BYTES = 1024 * 1024;
/** Left alone on the other disk: what is open there has to be able to go on. */
const RESERVE_BYTES = 16 * 1024 * 1024;
const TRIES = 3;
const RETRY_SECONDS = 60;

/**
 * Brings the copy of a data folder up to date, so that it is a whole data folder at every moment: what is new is laid
 * beside what is there, then the database gets its name, and only then goes what nothing names any more. Nothing may be
 * collected meanwhile. What is stored meanwhile may be in the copy without being on record there: that is what a crash
 * leaves too, and costs room only.
 * @throws DomainError `backup-refused` (`no-room`, `damaged`), `busy` when the data folder does not come to rest; the signal's reason;
 *   the system's errors
 */
export async function copyDataFolder(parts: CopyDataParts): Promise<CopiedData> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await new DataFolderCopy(parts).run();
    } catch (error) {
      if (!(error instanceof SourceMoved)) throw error;
      if (tries === TRIES) throw new DomainError('busy', { retryAfterSeconds: RETRY_SECONDS }, error);
    }
  }
}

class DataFolderCopy {
  readonly #parts: CopyDataParts;
  readonly #ops: FileOps;
  readonly #folders: DurableFolders;
  readonly #temporaryFolder: string;
  #temporaryFiles = 0;
  #done = { files: 0, bytes: 0 };

  constructor(parts: CopyDataParts) {
    this.#parts = parts;
    this.#ops = parts.ops ?? DISK;
    this.#folders = new DurableFolders(this.#ops, parts.to.path);
    this.#temporaryFolder = join(parts.to.path, 'tmp');
  }

  async run(): Promise<CopiedData> {
    const { to, db, signal } = this.#parts;
    await this.#sweep();
    // A damaged one has nothing to lose: it is replaced as a whole.
    foldInJournal(to.database);
    await this.#requireRoom(snapshotBytes(db));
    try {
      await this.#copyBesides();
      const snapshot = await takeSnapshot(db, temporary(to.database), signal);
      const plan = await this.#copyObjects(snapshot).finally(() => snapshot.close());
      this.#assertAllThere(plan);
      await this.#giveNames();
      await this.#removeSurplus(plan);
      return this.#done;
    } catch (error) {
      // What cannot be removed now is swept by the next run.
      await Promise.allSettled([this.#sweep()]);
      throw error;
    }
  }

  /** What an earlier run left on its way. */
  async #sweep(): Promise<void> {
    const { to, others } = this.#parts;
    await this.#ops.makeFolder(this.#temporaryFolder);
    for (const name of await this.#ops.list(this.#temporaryFolder))
      await this.#ops.remove(join(this.#temporaryFolder, name));
    const named = [to.database, to.journal, to.secret, ...others.map((name) => join(to.path, name))];
    for (const path of named) await this.#ops.remove(temporary(path));
    for (const path of filesBesideDatabase(temporary(to.database))) await this.#ops.remove(path);
  }

  /**
   * The journal is taken before the database: so it never knows a head that the database does not, which would count as
   * a database that has forgotten something.
   */
  async #copyBesides(): Promise<void> {
    const { from, to, others } = this.#parts;
    const journal = await readIfThere(from.journal);
    if (journal !== null) await this.#writeSmall(to.journal, wholeLines(journal));
    const secret = await readIfThere(from.secret);
    if (secret !== null) await this.#writeSmall(to.secret, secret);
    for (const name of others) {
      const bytes = await readIfThere(join(from.path, name));
      if (bytes !== null) await this.#writeSmall(join(to.path, name), bytes);
    }
  }

  async #writeSmall(path: string, bytes: Buffer): Promise<void> {
    const file = await this.#ops.create(temporary(path));
    try {
      await file.write(bytes, 0);
      await file.sync();
    } finally {
      await file.close();
    }
  }

  async #copyObjects({ index }: Snapshot): Promise<CopyPlan> {
    const { from, to, signal } = this.#parts;
    await this.#assertSound();
    const plan = await planCopy({
      ...{ from: from.path, to: to.path, index, ops: this.#ops },
      ...(signal ? { signal } : {}),
    });
    await this.#requireRoom(plan.bytes);
    this.#report(plan);
    for (const step of plan.steps) {
      signal?.throwIfAborted();
      await this.#copy(step, plan);
      this.#done = { ...this.#done, files: this.#done.files + 1 };
      this.#report(plan);
    }
    await this.#folders.sync();
    return plan;
  }

  /** A damaged database must not take the place of a good one. @throws DomainError `backup-refused` */
  async #assertSound(): Promise<void> {
    const { to, databaseThread, signal } = this.#parts;
    const { state } = await examineInThread(databaseThread, temporary(to.database), signal);
    if (state !== 'sound') throw new DomainError('backup-refused', { reason: 'damaged' });
  }

  async #copy({ from, to, bytes, displaced }: CopyStep, plan: CopyPlan): Promise<void> {
    this.#temporaryFiles += 1;
    const path = join(this.#temporaryFolder, `backup-${this.#temporaryFiles}`);
    await this.#copyBytes({ from, to: path, bytes }, plan);
    await this.#folders.ensure(dirname(to));
    if (displaced !== null) await this.#ops.rename(to, displaced);
    await this.#ops.rename(path, to);
    this.#folders.touched(dirname(to));
  }

  async #copyBytes(step: Pick<CopyStep, 'from' | 'to' | 'bytes'>, plan: CopyPlan): Promise<void> {
    const source = await open(step.from, 'r').catch((error: unknown) => {
      throw codeOf(error) === 'ENOENT' ? new SourceMoved(step.from) : error;
    });
    try {
      const copy = await this.#ops.create(step.to);
      try {
        await this.#pour({ source, copy }, step, plan);
        await copy.sync();
      } finally {
        await copy.close();
      }
    } finally {
      await source.close();
    }
  }

  async #pour(
    { source, copy }: { readonly source: FileHandle; readonly copy: WritableFile },
    { from, bytes }: Pick<CopyStep, 'from' | 'bytes'>,
    plan: CopyPlan,
  ): Promise<void> {
    const piece = Buffer.allocUnsafe(Math.min(PIECE_BYTES, Math.max(1, bytes)));
    for (let at = 0; at < bytes; ) {
      this.#parts.signal?.throwIfAborted();
      const { bytesRead } = await source.read(piece, 0, Math.min(piece.length, bytes - at), at);
      if (bytesRead === 0) throw new SourceMoved(from);
      await copy.write(piece.subarray(0, bytesRead), at);
      at += bytesRead;
      this.#done = { ...this.#done, bytes: this.#done.bytes + bytesRead };
      this.#report(plan);
    }
  }

  #report(plan: CopyPlan): void {
    const { files, bytes } = this.#done;
    this.#parts.onProgress?.({ files, bytes, totalFiles: plan.steps.length, totalBytes: plan.bytes });
  }

  /** A library that was purged meanwhile took its files along, which the copied database still names. */
  #assertAllThere({ libraries }: CopyPlan): void {
    for (const id of libraries) if (this.#parts.index.findStore(id) === null) throw new SourceMoved(id);
  }

  /** The database before its journal: one that is ahead of it is whole, one that is behind is not. */
  async #giveNames(): Promise<void> {
    const { to, others } = this.#parts;
    // Never another one in a copy of the same data folder.
    await this.#giveName(to.secret);
    for (const name of others) await this.#giveName(join(to.path, name));
    await this.#ops.syncFolder(to.path);
    // Settled above: what is still there belongs to no database any more, and would be taken for the new one's.
    for (const path of filesBesideDatabase(to.database)) await this.#ops.remove(path);
    await this.#ops.rename(temporary(to.database), to.database);
    await this.#ops.syncFolder(to.path);
    await this.#giveName(to.journal);
    await this.#ops.syncFolder(to.path);
  }

  /** Of what was there to be copied. */
  async #giveName(path: string): Promise<void> {
    await this.#ops.rename(temporary(path), path).catch((error: unknown) => {
      if (codeOf(error) !== 'ENOENT') throw error;
    });
  }

  async #removeSurplus({ surplus }: CopyPlan): Promise<void> {
    for (const path of surplus) await this.#ops.remove(path);
  }

  /** @throws DomainError `backup-refused` with the bytes that are missing */
  async #requireRoom(bytes: number): Promise<void> {
    const missing = bytes + RESERVE_BYTES - (await this.#ops.freeBytes(this.#parts.to.path));
    if (missing > 0) throw new DomainError('backup-refused', { reason: 'no-room', value: String(missing) });
  }
}

function temporary(path: string): string {
  return `${path}.new`;
}

/** A line that is being appended is not acknowledged yet. */
function wholeLines(journal: Buffer): Buffer {
  return journal.subarray(0, journal.lastIndexOf('\n') + 1);
}

async function readIfThere(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}
