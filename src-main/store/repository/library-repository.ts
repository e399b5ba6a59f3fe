import { DomainError } from '../../core/errors.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import type { ObjectId } from '../../core/objects/object-id.ts';
import { yieldToEventLoop } from '../../engine/scheduling/yield-to-event-loop.ts';
import { blockMemory } from '../../memory/block-memory.ts';
import type { Backend, LibraryFiles } from '../backend/backend.ts';
import { inRemovalOrder } from '../objects/kind-codes.ts';
import type {
  CompactOptions,
  DamagedObject,
  HashedObject,
  LibraryObjects,
  NewFile,
  ObjectKind,
  ObjectName,
  RemovedObjects,
  StoredObject,
} from '../objects/object-store.ts';
import type { ObjectIndex } from '../sqlite/object-index.ts';
import type { StoreReports } from '../store-reports.ts';
import { BlockFiles } from './block-files.ts';
import type { BlockHasher, HashOptions } from './block-hasher.ts';
import { Duplicates } from './duplicates.ts';
import type { FreeSpace } from './free-space.ts';
import type { FsObjectCache } from './fs-object-cache.ts';
import { LibraryState } from './library-state.ts';
import { bytesOfFiles, listObjects } from './object-listing.ts';
import { ObjectWriter, placeOfPending } from './object-writer.ts';
import { compactPacks, sweepBlockFiles } from './pack-compaction.ts';
import { RECORD_HEADER_BYTES } from './pack-format.ts';
import { PackReader } from './pack-reader.ts';
import { PackWriter } from './pack-writer.ts';
import { isTouchDue, type PendingObject } from './pending-objects.ts';
import { Quarantine } from './quarantine.ts';
import type { QuietSorting } from './quiet-sorting.ts';
import { RecordedObjects } from './recorded-objects.ts';
import {
  assertSameHash,
  contentHashOf,
  type IdOf,
  isEmptyObject,
  objectCollision,
  objectCorrupt,
  verifyAtPace,
} from './verify.ts';

/** Writes many files out by itself; what it leaves alone is read here. */
export interface WritingOut {
  /** As `LibraryObjects.writeOut`, of the library that `storeKey` stands for. */
  write(library: WrittenLibrary, files: readonly NewFile[]): Promise<readonly number[]>;
  end(): Promise<void>;
}

interface WrittenLibrary {
  readonly libraryId: LibraryId;
  readonly storeKey: number;
}

/** What the libraries of one repository have in common. */
export interface RepositoryParts {
  readonly backend: Backend;
  readonly index: ObjectIndex;
  readonly cache: FsObjectCache;
  readonly freeSpace: FreeSpace;
  readonly sorting: QuietSorting;
  readonly nowSeconds: () => number;
  readonly idOf: IdOf;
  readonly hasher: BlockHasher;
  readonly writing: WritingOut;
  readonly onDamaged: (libraryId: LibraryId, object: ObjectName) => void;
  readonly reports: StoreReports;
}

/** About 15 ms of deletes, after which other work gets its turn. */
const ROWS_PER_REMOVAL = 2_000;

/** The objects of one library, in the files of a backend. How they lie there: `FORMAT.md`. */
export class LibraryRepository implements LibraryObjects {
  readonly #parts: RepositoryParts;
  readonly #files: LibraryFiles;
  readonly #state: LibraryState;
  readonly #quarantine: Quarantine;
  readonly #packWriter: PackWriter;
  readonly #packReader: PackReader;
  readonly #blocks: BlockFiles;
  readonly #recorded: RecordedObjects;
  readonly #writer: ObjectWriter;
  /** Writes that have begun and not ended, by kind and id. */
  readonly #writing = new Map<string, Promise<void>>();
  /** Blocks to be added, from when they begin to be hashed until they are kept. */
  readonly #hashing = new Set<Promise<unknown>>();
  #compaction: Promise<{ bytesFreed: number }> | null = null;

  constructor(libraryId: LibraryId, parts: RepositoryParts) {
    const { backend, index, idOf, hasher, nowSeconds } = parts;
    const files = backend.library(libraryId);
    const state = new LibraryState(libraryId, index, parts.reports.writingStopped);
    const { health } = state;
    const storeKey = () => state.storeKey;
    const find = (object: ObjectName) => state.find(object);
    const onDamaged = (object: ObjectName) => parts.onDamaged(libraryId, object);
    const quarantine = new Quarantine({ table: index.damaged, storeKey, nowSeconds, onDamaged });
    const isDamaged = (id: string) => quarantine.has({ kind: 'block', id });
    const lastPack = () => (state.storeKey === null ? null : index.lastPack(state.storeKey));
    const packs = new PackWriter({ files, health, libraryId, lastPack });
    const blocks = new BlockFiles({ files, health, hasher, isDamaged });
    const duplicates = new Duplicates({ files, find });
    this.#parts = parts;
    this.#files = files;
    this.#state = state;
    this.#quarantine = quarantine;
    this.#packWriter = packs;
    this.#packReader = new PackReader({ files, idOf });
    this.#blocks = blocks;
    this.#recorded = new RecordedObjects({ find, packs: this.#packReader, blocks, quarantine, duplicates });
    this.#writer = new ObjectWriter({
      ...{ state, index, packs, blocks, quarantine, duplicates, nowSeconds },
      ...{ freeSpace: parts.freeSpace, sorting: parts.sorting },
    });
  }

  has(kind: ObjectKind, id: string): boolean {
    this.#state.assertOpen();
    if (isEmptyObject(kind, id)) return true;
    if (this.#pendingObject({ kind, id }) !== undefined) return true;
    const { storeKey } = this.#state;
    if (storeKey === null || this.#quarantine.has({ kind, id })) return false;
    return this.#parts.index.has(storeKey, kind, id);
  }

  sizeOf(kind: ObjectKind, id: string): number | null {
    this.#state.assertOpen();
    if (isEmptyObject(kind, id)) return 0;
    const cached = kind === 'fs' ? this.#parts.cache.sizeOf(this.#state.libraryId, id) : null;
    const known = cached ?? this.#pendingObject({ kind, id })?.sizeBytes;
    if (known !== undefined) return known;
    if (this.#quarantine.has({ kind, id })) return null;
    return this.#state.find({ kind, id })?.sizeBytes ?? null;
  }

  async read(kind: ObjectKind, id: string, options: { skipCache?: boolean } = {}): Promise<Buffer> {
    this.#state.assertOpen();
    if (isEmptyObject(kind, id)) return Buffer.alloc(0);
    const { cache } = this.#parts;
    const { libraryId } = this.#state;
    const cached = kind === 'fs' && options.skipCache !== true ? cache.get(libraryId, id) : null;
    if (cached !== null) return cached;
    const pending = this.#pendingObject({ kind, id });
    const bytes =
      pending === undefined ? await this.#readRecorded({ kind, id }) : await this.#readPending(pending);
    if (kind === 'fs' && !this.#state.isRemoved) cache.put(libraryId, id, bytes);
    return bytes;
  }

  async writeOut(files: readonly NewFile[]): Promise<readonly number[]> {
    this.#state.assertOpen();
    const { storeKey } = this.#state;
    // Where something is damaged, each object is read in the way that finds out whether it is whole again.
    if (storeKey === null || this.#quarantine.mayHoldAny) return [...files.keys()];
    return this.#parts.writing.write({ libraryId: this.#state.libraryId, storeKey }, files);
  }

  async write(kind: ObjectKind, id: string, bytes: Uint8Array): Promise<void> {
    this.#state.assertWritable();
    const verifying = verifyAtPace({ kind, id }, bytes, this.#parts.idOf);
    if (verifying !== null) await verifying.then(() => this.#state.assertWritable());
    if (isEmptyObject(kind, id)) return;
    const isNew = await this.#keep({ kind, id, bytes, sha256: contentHashOf(kind, bytes) });
    // A received tree is walked next. Of what was here already, the copy on the disk is what counts.
    if (isNew && kind === 'fs' && !this.#state.isRemoved)
      this.#parts.cache.put(this.#state.libraryId, id, bytes);
  }

  writeHashed(object: HashedObject): Promise<void> | undefined {
    this.#state.assertWritable();
    const { kind, id, bytes } = object;
    const { buffer, byteOffset, byteLength } = blockMemory.held(bytes);
    if (kind === 'block' && object.sha256 === null) {
      const options = { id, withContentHash: true };
      return this.#add(Buffer.from(buffer, byteOffset, byteLength), id, options).then(() => undefined);
    }
    if (isEmptyObject(kind, id) || this.#keepNow(object)) return undefined;
    return this.#keep(object).then(() => undefined);
  }

  async add(block: Buffer, expectedId?: ObjectId): Promise<ObjectId> {
    return this.#add(block, expectedId, { withContentHash: true });
  }

  async touch(kind: ObjectKind, id: string): Promise<boolean> {
    this.#state.assertWritable();
    if (isEmptyObject(kind, id) || this.#pendingObject({ kind, id }) !== undefined) return true;
    const row = this.#state.find({ kind, id });
    if (row === null || this.#quarantine.has({ kind, id })) return false;
    const atSeconds = this.#parts.nowSeconds();
    // The note is taken before anything is waited for, so that no removal comes in between.
    if (isTouchDue(row.storedAtSeconds, atSeconds)) {
      const sha256 = this.#writer.touches.get({ kind, id })?.sha256 ?? null;
      await this.#writer.note({ kind, id, atSeconds, sha256 });
    }
    return true;
  }

  async flush(): Promise<void> {
    this.#state.assertWritable();
    // Each of these tells its own caller how it went.
    if (this.#hashing.size + this.#writing.size > 0)
      await Promise.allSettled([...this.#hashing, ...this.#writing.values()]);
    await this.#writer.flush();
  }

  list(): Iterable<StoredObject> {
    this.#state.assertOpen();
    const { storeKey, health } = this.#state;
    const pending = health.hasFailed ? [] : this.#writer.pending.all();
    const rows = storeKey === null ? [] : this.#parts.index.listAll(storeKey);
    return listObjects({ pending, rows }, this.#writer.touches, this.#parts.nowSeconds());
  }

  async fileBytes(): Promise<number> {
    this.#state.assertOpen();
    const { storeKey } = this.#state;
    return storeKey === null ? 0 : bytesOfFiles(this.#parts.index, storeKey);
  }

  damaged(): Iterable<DamagedObject> {
    this.#state.assertOpen();
    return this.#listDamaged();
  }

  async remove(
    objects: readonly ObjectName[],
    { lastReferencedBeforeSeconds }: { readonly lastReferencedBeforeSeconds: number },
  ): Promise<RemovedObjects> {
    const total = { removed: 0, bytes: 0 };
    const ordered = inRemovalOrder(objects);
    for (let from = 0; from < ordered.length; from += ROWS_PER_REMOVAL) {
      if (from > 0) await yieldToEventLoop();
      const slice = ordered.slice(from, from + ROWS_PER_REMOVAL);
      const { removed, bytes } = this.#removeSlice(slice, lastReferencedBeforeSeconds);
      total.removed += removed;
      total.bytes += bytes;
    }
    return total;
  }

  compact(options: CompactOptions = {}): Promise<{ bytesFreed: number }> {
    // One that leaves garbage where it is must not answer for one that does not.
    if (options.isThorough && this.#compaction !== null)
      return this.#compaction.then(() => this.compact(options));
    this.#compaction ??= this.#compact(options).finally(() => {
      this.#compaction = null;
    });
    return this.#compaction;
  }

  /** Ends all use. With `discard`, what was not flushed is dropped; else it is flushed first. */
  async close(discard: 'flush' | 'discard'): Promise<void> {
    try {
      const mayFlush = !this.#state.health.hasFailed && !this.#state.isRemoved;
      if (discard === 'flush' && mayFlush) await this.flush();
    } finally {
      if (discard === 'flush') this.#state.close();
      else this.#state.forget();
      // Both end at their next step, and tell their own callers so.
      await Promise.allSettled([...this.#writing.values(), this.#compaction]);
      await this.#writer.discard();
    }
  }

  #add(block: Buffer, expectedId: string | undefined, options: HashOptions): Promise<ObjectId> {
    this.#state.assertWritable();
    const adding = this.#parts.hasher.hash(blockMemory.held(block), options).then(async (hashed) => {
      if (expectedId !== undefined && hashed.id !== expectedId)
        throw objectCorrupt(expectedId, 'id-mismatch');
      await this.#keep({ kind: 'block', ...hashed, isGiven: true });
      // Nothing is left of it where a thread has written it.
      blockMemory.release(hashed.bytes);
      return hashed.id as ObjectId;
    });
    this.#hashing.add(adding);
    return adding.finally(() => this.#hashing.delete(adding));
  }

  /** Of an object that is what its id names. False: it was here already. */
  async #keep(object: HashedObject): Promise<boolean> {
    this.#state.assertWritable();
    if (this.#keepNow(object)) return true;
    const key = object.kind + object.id;
    // What is being written may be other content with the same id, so the question is asked again afterwards.
    for (let other = this.#writing.get(key); other !== undefined; other = this.#writing.get(key)) await other;
    let isHere = false;
    await this.#asOnlyWriter(object, async () => {
      isHere = await this.#touch(object);
      if (!isHere) await this.#writer.accept(object);
    });
    return !isHere;
  }

  /** False: there is something to wait for, and nothing was done. */
  #keepNow(object: HashedObject): boolean {
    const isBeingWritten = this.#writing.size > 0 && this.#writing.has(object.kind + object.id);
    return !isBeingWritten && this.#isNew(object) && this.#writer.acceptNow(object);
  }

  /** Neither accepted nor on record, whole or damaged. */
  #isNew(object: ObjectName): boolean {
    return this.#pendingObject(object) === undefined && this.#state.find(object) === null;
  }

  async #asOnlyWriter({ kind, id }: ObjectName, work: () => Promise<void>): Promise<void> {
    const key = kind + id;
    const writing = work();
    this.#writing.set(key, writing);
    try {
      await writing;
    } finally {
      this.#writing.delete(key);
    }
  }

  /** Whether exactly this object is here; garbage collection spares it then. @throws DomainError `object-collision` */
  async #touch(object: HashedObject): Promise<boolean> {
    const { kind, id, sha256 } = object;
    const pending = this.#pendingObject(object);
    if (pending !== undefined) {
      assertSameHash(id, pending.sha256, sha256);
      return true;
    }
    const row = this.#state.find(object);
    if (row === null) return false;
    // Also of a damaged copy: what files mean by this id is the content that was stored first.
    assertSameHash(id, row.sha256, sha256);
    if (this.#quarantine.has(object)) return false;
    const isHashMissing = sha256 !== null && row.sha256 === null;
    if (isHashMissing && !(await this.#isSameAsStored(object))) return false;
    const atSeconds = this.#parts.nowSeconds();
    if (isHashMissing || isTouchDue(row.storedAtSeconds, atSeconds)) {
      await this.#writer.note({ kind, id, atSeconds, sha256 });
    }
    return true;
  }

  /** Compares with the stored bytes. False: they turned out to be damaged. @throws DomainError `object-collision` */
  async #isSameAsStored(object: HashedObject): Promise<boolean> {
    let stored: Buffer;
    try {
      ({ bytes: stored } = await this.#recorded.read(object));
    } catch (error) {
      if (error instanceof DomainError) return false;
      throw error;
    }
    if (!stored.equals(object.bytes)) throw objectCollision(object.id);
    return true;
  }

  async #readPending(object: PendingObject): Promise<Buffer> {
    try {
      if ('block' in object) return await this.#blocks.readStaged(object.block);
      const { segment, at } = object.record;
      if (segment.bytes === null) return await this.#packReader.read(placeOfPending(object));
      // A copy, because the segment's memory is used again once it has been written.
      const end = at + RECORD_HEADER_BYTES + object.storedBytes;
      return await this.#packReader.bytesOfRecord(Buffer.from(segment.bytes.subarray(at, end)), object);
    } catch (error) {
      // On record by now, and perhaps moved on from there.
      if (this.#pendingObject(object) !== object) return this.#readRecorded(object);
      throw error;
    }
  }

  async #readRecorded(object: ObjectName): Promise<Buffer> {
    const { bytes, isDuplicate } = await this.#recorded.read(object);
    if (isDuplicate) await this.#rewrite(object, bytes);
    return bytes;
  }

  /** Writes an object again whose copy on record is damaged. */
  async #rewrite({ kind, id }: ObjectName, bytes: Buffer): Promise<void> {
    const isUnderWay = this.#writing.has(kind + id) || this.#pendingObject({ kind, id }) !== undefined;
    if (isUnderWay) return;
    const object = { kind, id, bytes, sha256: contentHashOf(kind, bytes) };
    try {
      await this.#asOnlyWriter(object, () => this.#writer.accept(object));
    } catch (error) {
      // The reader has what it asked for; the next one finds the other copy again.
      if (!(error instanceof DomainError)) throw error;
    }
  }

  *#listDamaged(): Iterable<DamagedObject> {
    for (const object of this.#quarantine.list()) {
      if (this.#pendingObject(object) === undefined) yield object;
    }
  }

  /** Nothing is awaited in here, so no write is told in between that an object is here. */
  #removeSlice(objects: readonly ObjectName[], sinceSeconds: number): RemovedObjects {
    this.#state.assertWritable();
    const { health, libraryId, storeKey } = this.#state;
    if (storeKey === null) return { removed: 0, bytes: 0 };
    const free = objects.filter((object) => !this.#isHeld(object, sinceSeconds));
    try {
      const { removed, bytes } = this.#parts.index.removeUnreferenced(storeKey, free, sinceSeconds);
      for (const { kind, id } of removed) if (kind === 'fs') this.#parts.cache.remove(libraryId, id);
      return { removed: removed.length, bytes };
    } catch (cause) {
      throw health.judge(cause);
    }
  }

  /** Whether a caller has been told since, or is about to be told, that the object is here. */
  #isHeld(object: ObjectName, sinceSeconds: number): boolean {
    if (this.#writing.has(object.kind + object.id)) return true;
    const touch = this.#writer.touches.get(object);
    return touch !== undefined && touch.atSeconds >= sinceSeconds;
  }

  async #compact({ signal, isThorough = false }: CompactOptions): Promise<{ bytesFreed: number }> {
    const assertGoingOn = () => {
      signal?.throwIfAborted();
      this.#state.assertWritable();
    };
    assertGoingOn();
    const { libraryId, health, storeKey } = this.#state;
    // Files without any row may be all that is left of a lost database.
    if (storeKey === null) return { bytesFreed: 0 };
    const { pending, alone } = this.#writer;
    const parts = {
      ...{ libraryId, storeKey, index: this.#parts.index, files: this.#files, health },
      ...{ packs: this.#packWriter, pending, alone, assertGoingOn, isThorough },
    };
    // Block files first: removing them needs no room, copying does.
    const blockBytes = await sweepBlockFiles(parts);
    return { bytesFreed: blockBytes + (await compactPacks(parts)) };
  }

  /** After a failure the accepted objects may not be on disk, so they do not count any more. */
  #pendingObject(object: ObjectName): PendingObject | undefined {
    const { health, isRemoved } = this.#state;
    return health.hasFailed || isRemoved ? undefined : this.#writer.pending.get(object);
  }
}
