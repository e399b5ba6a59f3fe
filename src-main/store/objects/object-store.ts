import type { LibraryId } from '../../core/library/library-id.ts';

/** What an object is; part of its name, because a commit and an fs object may share 40 digits. */
export type ObjectKind = 'block' | 'fs' | 'commit';

/** The objects of one library. Ids are ObjectId for blocks and fs objects, CommitId for commits. */
export interface LibraryObjects {
  /**
   * Whether the object is here, whole. `EMPTY_ID` fs objects always are.
   * Objects written but not yet flushed count; after a crash only flushed ones do.
   */
  has(kind: ObjectKind, id: string): boolean;
  /** Size of an object that is here, without reading it; null when it is not. */
  sizeOf(kind: ObjectKind, id: string): number | null;
  /**
   * The exact bytes that were written, checked against the id again on the way out. With `skipCache` they come from
   * the disk, which is what a check wants to know about. An object found damaged counts as absent from then on, so
   * that the next good copy written replaces it.
   * @throws DomainError `object-missing`, `object-corrupt`
   */
  read(kind: ObjectKind, id: string, options?: { readonly skipCache?: boolean }): Promise<Buffer>;
  /**
   * Keeps a copy of an object under its id: the caller's bytes are its own again on return. Writing an object that is here is no work. NOT durable until `flush` returns.
   * @throws DomainError `object-corrupt` when the bytes are not what the id names (blocks and fs objects by SHA-1,
   * commits by the id inside the text); `disk-full`. Nothing is kept then.
   */
  write(kind: ObjectKind, id: string, bytes: Uint8Array): Promise<void>;
  /** Durable on return: every object of this library written before the call. */
  flush(): Promise<void>;
  /** Every object on record, in no order, as of the call; for checks. */
  list(): Iterable<StoredObject>;
}

export interface StoredObject {
  readonly kind: ObjectKind;
  readonly id: string;
  /** Bytes of the object itself, not of its stored form. */
  readonly sizeBytes: number;
}

/** Where the objects of all libraries live. Namespaces never touch: no id of one library reaches another's bytes. */
export interface ObjectStore {
  library(libraryId: LibraryId): LibraryObjects;
  /** Removes every object of the library for good. Absent: no work. */
  removeLibrary(libraryId: LibraryId): Promise<void>;
  /** Flushes and closes. The store is unusable after it. */
  close(): Promise<void>;
}
