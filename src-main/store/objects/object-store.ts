import type { LibraryId } from '../../core/library/library-id.ts';
import type { ObjectId } from '../../core/objects/object-id.ts';

/** What an object is; part of its name, because a commit and an fs object may share 40 digits. */
export type ObjectKind = 'block' | 'fs' | 'commit';

/** What one object of a library is called. */
export interface ObjectName {
  readonly kind: ObjectKind;
  /** ObjectId for blocks and fs objects, CommitId for commits. */
  readonly id: string;
}

/** An object that is what its id names. */
export interface HashedObject extends ObjectName {
  readonly bytes: Uint8Array;
  /** SHA-256 of a block. Null for other kinds, and of a block that is given: a thread computes it. */
  readonly sha256: Buffer | null;
  /** Whether the memory of `bytes` is the store's now, which may empty it. */
  readonly isGiven?: boolean;
}

/** A file to be made from what a library holds. */
export interface NewFile {
  /** Absolute. */
  readonly path: string;
  /** Of its file object. */
  readonly id: ObjectId;
  readonly mtimeSeconds: number;
  readonly isExecutable: boolean;
}

/** The objects of one library. Ids are ObjectId for blocks and fs objects, CommitId for commits. */
export interface LibraryObjects {
  /**
   * Whether the object is here, whole. `EMPTY_ID` fs objects always are. Objects found damaged are not.
   * Objects written but not yet flushed count; after a crash only flushed ones do. The question touches nothing:
   * garbage collection may take an old object right after it.
   */
  has(kind: ObjectKind, id: string): boolean;
  /** Size of an object that is here, without reading it; null when it is not. */
  sizeOf(kind: ObjectKind, id: string): number | null;
  /**
   * The exact bytes that were written, checked against the id again on the way out. With `skipCache` they come from
   * the disk, which is what a check wants to know about. When the copy on record is damaged, any other copy that the
   * packs hold is given and written again. An object without a good copy counts as absent from then on, also after a
   * restart, so that the next good copy written replaces it; a read that succeeds after all ends that too.
   * @throws DomainError `object-missing`, `object-corrupt`
   */
  read(kind: ObjectKind, id: string, options?: { readonly skipCache?: boolean }): Promise<Buffer>;
  /**
   * Writes files out in threads, which is worth it for many small ones. Resolves to the places in the list of
   * those that were left alone, with nothing made at their paths: they are for the caller to write, who learns by `read`
   * what is wrong with them, if anything is. Never touches what exists. Not durable.
   * @throws Error of the system as by `node:fs`, with the path of the file it was about; some of the others are written
   */
  writeOut(files: readonly NewFile[]): Promise<readonly number[]>;
  /**
   * Keeps a copy of an object under its id: the caller's bytes are its own again on return. An object that is here is
   * not stored again, but touched: garbage collection leaves it for another 12 hours at least (noted for good by
   * the next `flush`). NOT durable until `flush` returns.
   * @throws DomainError `object-corrupt` when the bytes are not what the id names (blocks and fs objects by SHA-1,
   * commits by the id inside the text); `object-collision` when another block is stored under the id (told apart by
   * SHA-256), which stays; `disk-full`, also when only the reserve is left. Nothing is kept then.
   */
  write(kind: ObjectKind, id: string, bytes: Uint8Array): Promise<void>;
  /**
   * As `write`, of an object whose id and content hash, if any, were computed from these very bytes, in the thread that
   * read them: they are not computed again. Only for such bytes as no other code can have changed since. The memory of a
   * block without a content hash is taken, as by `add`. Undefined: done already, as nearly always with small objects, of
   * which so many come that a promise for each is a cost.
   */
  writeHashed(object: HashedObject): Promise<void> | undefined;
  /**
   * Whether the object is here, whole, as `has` says; if so it is touched as by `write`: who is told that an object
   * is here and need not bring it has 12 hours at least to make use of it.
   * @throws DomainError `disk-full`, `library-read-only`, `library-not-found`
   */
  touch(kind: ObjectKind, id: string): Promise<boolean>;
  /**
   * As `write`, for a block whose id is not computed yet; resolves to that id. The memory of a large block, which
   * must have no other user, is taken: the block is empty afterwards, also when this fails.
   * @throws DomainError as `write`; `object-corrupt` when it has another id than the one that is expected, if any
   */
  add(block: Buffer, expectedId?: ObjectId): Promise<ObjectId>;
  /** Durable on return: every object of this library written before the call. */
  flush(): Promise<void>;
  /** Every object on record, in no order, as of the call; for checks and garbage collection. */
  list(): Iterable<StoredObject>;
  /**
   * Bytes of the files that its durable objects lie in: more than the objects take, where packs hold what was removed. What
   * waits to be sorted into the index is not counted.
   */
  fileBytes(): Promise<number>;
  /** Every object that counts as absent because its stored copy is damaged, in no order. Empty: none is known. */
  damaged(): Iterable<DamagedObject>;
  /**
   * Takes objects that nothing needs off the record, commits before fs objects before blocks, durably. Kept are those
   * stored or touched at or after `lastReferencedBeforeSeconds` and those not flushed. That time must lie 12 hours back
   * or more, because touching again within 12 hours is not noted; it may be later only for what is to be erased: commits
   * that count on such objects are refused then. Their bytes stay on disk until `compact`.
   */
  remove(
    objects: readonly ObjectName[],
    options: { readonly lastReferencedBeforeSeconds: number },
  ): Promise<RemovedObjects>;
  /**
   * Gives the room of objects that are not on record back to the disk. Readers and writers go on meanwhile; a call
   * while another one runs joins it. Ended by a crash, by `signal` or by an error, it leaves everything readable, and the next call goes on.
   * NOT for a library whose database may have forgotten objects: what is not on record is gone afterwards. With
   * `isThorough` nothing that is not on record is left in any pack, however little that is; it may copy all of them.
   * @throws DomainError `disk-full` when there is no room to copy what is needed out of a pack; the signal's reason
   */
  compact(options?: CompactOptions): Promise<{ readonly bytesFreed: number }>;
}

export interface CompactOptions {
  readonly signal?: AbortSignal;
  readonly isThorough?: boolean;
}

export interface StoredObject extends ObjectName {
  /** Bytes of the object itself, not of its stored form. */
  readonly sizeBytes: number;
  /** Bytes that it takes where it lies. */
  readonly storedBytes: number;
  /** When it was stored or last touched, to 12 hours; 0 when it was stored before that was noted. */
  readonly storedAtSeconds: number;
}

export interface DamagedObject extends ObjectName {
  readonly foundAtSeconds: number;
  /** `missing`, or what is wrong with its bytes: `record`, `zlib`, `size`, `id-mismatch`, `unreadable`. */
  readonly reason: string;
}

export interface RemovedObjects {
  readonly removed: number;
  /** Bytes of the objects themselves. */
  readonly bytes: number;
}

/** Where the objects of all libraries live. Namespaces never touch: no id of one library reaches another's bytes. */
export interface ObjectStore {
  library(libraryId: LibraryId): LibraryObjects;
  /**
   * Takes note that so much is about to be written which is not needed in order to delete something.
   * @throws DomainError `disk-full` when that touches the reserve
   */
  acceptContent(sizeBytes: number): Promise<void>;
  /** Removes every object of the library for good. Absent: no work. */
  removeLibrary(libraryId: LibraryId): Promise<void>;
  /** Flushes and closes. The store is unusable after it. */
  close(): Promise<void>;
}
