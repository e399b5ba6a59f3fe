import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { DomainError } from '../../core/errors.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { createGroupCommit } from '../group-commit.ts';
import type { ObjectIndex, ObjectPlace } from '../sqlite/object-index.ts';
import { BlockFiles, MIN_BLOCK_FILE_BYTES } from './block-files.ts';
import { DamagedObjects } from './damaged-objects.ts';
import { DurableFolders } from './durable-folders.ts';
import type { FileOps } from './file-ops.ts';
import type { FsObjectCache } from './fs-object-cache.ts';
import { LibraryHealth } from './library-health.ts';
import type { LibraryObjects, ObjectKind, StoredObject } from './object-store.ts';
import { RECORD_HEADER_BYTES } from './pack-format.ts';
import { bytesOfRecord, readFromPack } from './pack-reader.ts';
import { MAX_WAITING_BYTES, PackWriter } from './pack-writer.ts';
import { type PendingObject, PendingObjects } from './pending-objects.ts';
import type { ReadHandles } from './read-handles.ts';
import { storedFormOf } from './stored-form.ts';
import { isEmptyObject, objectMissing, verifyObject } from './verify.ts';

/** What the libraries of one store have in common. */
export interface DiskStoreParts {
  readonly dataFolder: string;
  readonly index: ObjectIndex;
  readonly ops: FileOps;
  readonly handles: ReadHandles;
  readonly cache: FsObjectCache;
  /** A path for a temporary file, never given out before. */
  readonly temporaryPath: () => string;
}

/** About 6 MB of entries: more than nearly every change has, and a write beyond them waits for one batch of fsyncs. */
const MAX_PENDING_OBJECTS = 20_000;
/** Bounds the descriptors (64 blocks of 1 MiB), the work that a crash undoes, and how long one flush takes. */
const MAX_PENDING_BLOCK_FILE_BYTES = 64 * 1024 * 1024;
/** From half of that on a batch is begun while more is written, so that a single writer does not wait for fsyncs. */
const EARLY_BLOCK_FILE_BYTES = MAX_PENDING_BLOCK_FILE_BYTES / 2;
/** About 15 ms of inserts, after which other work gets its turn. */
const ROWS_PER_TRANSACTION = 5_000;

/** The objects of one library on disk. How they lie there: `FORMAT.md`. */
export class DiskLibrary implements LibraryObjects {
  readonly #libraryId: LibraryId;
  readonly #folder: string;
  readonly #parts: DiskStoreParts;
  readonly #health: LibraryHealth;
  readonly #folders: DurableFolders;
  readonly #packs: PackWriter;
  readonly #blocks: BlockFiles;
  readonly #pending = new PendingObjects();
  readonly #damaged = new DamagedObjects();
  /** Writes that have begun and not ended, by kind and id. */
  readonly #writing = new Map<string, Promise<void>>();
  /** Makes durable and records everything accepted before the call. Waits for no write, so writes may wait for it. */
  readonly #commit = createGroupCommit(() => this.#commitPending());
  #storeKey: number | null;
  #isClosed = false;
  #isRemoved = false;

  constructor(libraryId: LibraryId, folder: string, parts: DiskStoreParts) {
    const { dataFolder, ops, index, temporaryPath } = parts;
    this.#libraryId = libraryId;
    this.#folder = folder;
    this.#parts = parts;
    this.#storeKey = index.findStore(libraryId);
    this.#health = new LibraryHealth(libraryId);
    this.#folders = new DurableFolders(ops, dataFolder);
    const shared = { ops, folders: this.#folders, health: this.#health };
    const lastPack = () => (this.#storeKey === null ? null : index.lastPack(this.#storeKey));
    this.#packs = new PackWriter({ ...shared, libraryId, folder: this.#packFolder, lastPack });
    this.#blocks = new BlockFiles({ ...shared, folder: join(folder, 'blocks'), temporaryPath });
  }

  get #packFolder(): string {
    return join(this.#folder, 'packs');
  }

  has(kind: ObjectKind, id: string): boolean {
    this.#assertOpen();
    if (isEmptyObject(kind, id)) return true;
    if (this.#pendingObject(kind, id) !== undefined) return true;
    if (this.#storeKey === null || this.#damaged.has(kind, id)) return false;
    return this.#parts.index.has(this.#storeKey, kind, id);
  }

  sizeOf(kind: ObjectKind, id: string): number | null {
    this.#assertOpen();
    if (isEmptyObject(kind, id)) return 0;
    const pending = this.#pendingObject(kind, id);
    if (pending !== undefined) return pending.sizeBytes;
    if (this.#damaged.has(kind, id)) return null;
    return this.#find(kind, id)?.sizeBytes ?? null;
  }

  async read(kind: ObjectKind, id: string, options: { skipCache?: boolean } = {}): Promise<Buffer> {
    this.#assertOpen();
    if (isEmptyObject(kind, id)) return Buffer.alloc(0);
    const { cache } = this.#parts;
    const cached = kind === 'fs' && options.skipCache !== true ? cache.get(this.#libraryId, id) : null;
    if (cached !== null) return cached;
    const pending = this.#pendingObject(kind, id);
    const bytes =
      pending === undefined ? await this.#readRecorded(kind, id) : await this.#readPending(pending);
    if (kind === 'fs' && !this.#isRemoved) cache.put(this.#libraryId, id, bytes);
    return bytes;
  }

  async write(kind: ObjectKind, id: string, bytes: Uint8Array): Promise<void> {
    this.#assertWritable();
    verifyObject(kind, id, bytes);
    if (this.has(kind, id)) return;
    const key = kind + id;
    const other = this.#writing.get(key);
    if (other !== undefined) return other;
    const writing = this.#accept(kind, id, bytes);
    this.#writing.set(key, writing);
    try {
      await writing;
    } finally {
      this.#writing.delete(key);
    }
  }

  async flush(): Promise<void> {
    this.#assertWritable();
    // Each of these tells its own caller how it went.
    if (this.#writing.size > 0) await Promise.allSettled(this.#writing.values());
    await this.#commit.run();
  }

  list(): Iterable<StoredObject> {
    this.#assertOpen();
    const pending = this.#health.hasFailed ? [] : this.#pending.all();
    return this.#listWith(pending);
  }

  /** Ends all use. With `discard`, what was not flushed is dropped; else it is flushed first. */
  async close(discard: 'flush' | 'discard'): Promise<void> {
    try {
      if (discard === 'flush' && !this.#health.hasFailed && !this.#isRemoved) await this.flush();
    } finally {
      this.#isClosed = discard === 'flush';
      if (discard === 'discard') this.#forget();
      await Promise.allSettled(this.#writing.values());
      // A commit in the middle of its files must end before they are taken away from it.
      await this.#commit.settled();
      await this.#packs.dispose();
      const objects = this.#pending.all();
      await this.#blocks.discard(objects.flatMap((object) => ('block' in object ? [object.block] : [])));
    }
  }

  /** The library is gone: nothing is found any more, also not by who still holds this object. */
  #forget(): void {
    this.#isRemoved = true;
    this.#storeKey = null;
  }

  async #accept(kind: ObjectKind, id: string, bytes: Uint8Array): Promise<void> {
    if (kind === 'block' && bytes.length >= MIN_BLOCK_FILE_BYTES) {
      if (this.#isFull()) await this.#makeRoom();
      const block = await this.#blocks.stage(id, bytes);
      this.#pending.add({ kind, id, sizeBytes: bytes.length, block });
      // A failure is not lost: the objects stay pending, and the next flush meets it again.
      if (this.#pending.blockFileBytes >= EARLY_BLOCK_FILE_BYTES)
        this.#commit.join().then(undefined, () => undefined);
      return;
    }
    const form = storedFormOf(kind, bytes);
    const { encoding, payload } = form instanceof Promise ? await form : form;
    // Nothing is awaited between this check and the append, so however many writers wait, one record goes too far.
    if (this.#isFull()) await this.#makeRoom();
    this.#assertWritable();
    const header = { kind, id, encoding, storedBytes: payload.length, sizeBytes: bytes.length };
    this.#pending.add({ ...header, record: this.#packs.append({ ...header, payload }) });
  }

  #isFull(): boolean {
    return this.#hasFullBatch() || this.#packs.waitingBytes >= MAX_WAITING_BYTES;
  }

  #hasFullBatch(): boolean {
    const { count, blockFileBytes } = this.#pending;
    return count >= MAX_PENDING_OBJECTS || blockFileBytes >= MAX_PENDING_BLOCK_FILE_BYTES;
  }

  async #makeRoom(): Promise<void> {
    while (this.#isFull()) {
      this.#assertWritable();
      await (this.#hasFullBatch() ? this.#commit.join() : this.#packs.drain());
    }
  }

  async #commitPending(): Promise<void> {
    this.#assertWritable();
    const batch = this.#pending.all();
    if (batch.length === 0) return;
    try {
      // The order is the durability promise: contents, then the names of files, then the rows that say "it is here".
      await this.#packs.sync();
      await this.#blocks.place(batch.flatMap((object) => ('block' in object ? [object.block] : [])));
      await this.#syncFolders();
      await this.#record(batch);
    } catch (cause) {
      throw this.#health.judge(cause);
    }
  }

  async #syncFolders(): Promise<void> {
    try {
      await this.#folders.sync();
    } catch (cause) {
      throw this.#health.fail(cause);
    }
  }

  async #record(batch: readonly PendingObject[]): Promise<void> {
    const { index } = this.#parts;
    const storeKey = this.#storeKey ?? index.storeKey(this.#libraryId);
    if (!this.#isRemoved) this.#storeKey = storeKey;
    for (let from = 0; from < batch.length; from += ROWS_PER_TRANSACTION) {
      if (from > 0) await nextTurn();
      const slice = batch.slice(from, from + ROWS_PER_TRANSACTION);
      index.insertAll(storeKey, slice.map(placeOf));
      for (const object of slice) {
        this.#pending.remove(object);
        this.#damaged.remove(object.kind, object.id);
      }
    }
  }

  async #readPending(object: PendingObject): Promise<Buffer> {
    if ('block' in object) return this.#blocks.readStaged(object.block);
    const { segment, at } = object.record;
    if (segment.bytes !== null) {
      // A copy, because the segment's memory is used again once it has been written.
      const end = at + RECORD_HEADER_BYTES + object.storedBytes;
      return bytesOfRecord(Buffer.from(segment.bytes.subarray(at, end)), object);
    }
    return readFromPack(this.#parts.handles, this.#packFolder, placeOf(object));
  }

  async #readRecorded(kind: ObjectKind, id: string): Promise<Buffer> {
    const place = this.#find(kind, id);
    if (place === null) throw objectMissing(id);
    try {
      const bytes = await (place.pack === 0
        ? this.#blocks.read(id, place.sizeBytes)
        : readFromPack(this.#parts.handles, this.#packFolder, place));
      this.#damaged.remove(kind, id);
      return bytes;
    } catch (error) {
      // Counts as absent from now on, so that the next good copy written is kept instead of refused as known.
      if (error instanceof DomainError) this.#damaged.add(kind, id);
      throw error;
    }
  }

  *#listWith(pending: readonly PendingObject[]): Iterable<StoredObject> {
    const listed = new Set<string>();
    for (const { kind, id, sizeBytes } of pending) {
      listed.add(kind + id);
      yield { kind, id, sizeBytes };
    }
    if (this.#storeKey === null) return;
    for (const { kind, id, sizeBytes } of this.#parts.index.listAll(this.#storeKey)) {
      if (!listed.has(kind + id)) yield { kind, id, sizeBytes };
    }
  }

  #find(kind: ObjectKind, id: string): ObjectPlace | null {
    return this.#storeKey === null ? null : this.#parts.index.find(this.#storeKey, kind, id);
  }

  /** After a failure the accepted objects may not be on disk, so they do not count any more. */
  #pendingObject(kind: ObjectKind, id: string): PendingObject | undefined {
    return this.#health.hasFailed || this.#isRemoved ? undefined : this.#pending.get(kind, id);
  }

  #assertOpen(): void {
    if (this.#isClosed) throw new Error('The object store is closed.');
  }

  #assertWritable(): void {
    this.#assertOpen();
    if (this.#isRemoved) throw new DomainError('library-not-found', { value: this.#libraryId });
    this.#health.assertWritable();
  }
}

function placeOf(object: PendingObject): ObjectPlace {
  const { kind, id, sizeBytes } = object;
  if ('block' in object) {
    return { kind, id, sizeBytes, pack: 0, offset: 0, storedBytes: sizeBytes, encoding: 'raw' };
  }
  const { encoding, storedBytes, record } = object;
  const offset = record.segment.startOffset + record.at;
  return { kind, id, sizeBytes, encoding, storedBytes, pack: record.segment.pack, offset };
}
