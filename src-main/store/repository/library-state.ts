import { DomainError, passingRefusal } from '../../core/errors.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { NotDurable } from '../backend/backend.ts';
import type { ObjectName } from '../objects/object-store.ts';
import type { ObjectIndex } from '../sqlite/object-index.ts';
import type { ObjectRow } from '../sqlite/object-row.ts';

/**
 * Whether what has been written to a library's files can still be trusted.
 *
 * After a failed fsync, close or rename it is unknown what reached the disk, and a second fsync of the same file may
 * report success for pages that are gone. So the first such failure ends all writing until the store is reopened.
 */
export class LibraryHealth {
  readonly #libraryId: LibraryId;
  readonly #onFailed: (error: DomainError) => void;
  #failure: DomainError | null = null;

  /** @param onFailed told once, when writing ends */
  constructor(libraryId: LibraryId, onFailed: (error: DomainError) => void = () => undefined) {
    this.#libraryId = libraryId;
    this.#onFailed = onFailed;
  }

  get hasFailed(): boolean {
    return this.#failure !== null;
  }

  /** @throws DomainError `library-read-only` after a failure */
  assertWritable(): void {
    if (this.#failure !== null) throw this.#failure;
  }

  /** Ends writing. Returns the error to throw, with code `library-read-only`. */
  fail(cause: unknown): DomainError {
    if (this.#failure !== null) return this.#failure;
    const detail = { value: this.#libraryId, reason: 'storage-failed' };
    this.#failure = new DomainError('library-read-only', detail, cause);
    this.#onFailed(this.#failure);
    return this.#failure;
  }

  /** The error to throw for a failed step that was neither fsync nor close: `disk-full` and `busy` pass, others end writing. */
  judge(cause: unknown): DomainError {
    if (cause instanceof DomainError) return cause;
    if (cause instanceof NotDurable) return this.fail(cause.cause);
    return passingRefusal(cause) ?? this.fail(cause);
  }

  /** The error to throw for a failed removal: only where it is unknown whether it was durable, that ends writing. */
  judgeRemoval(cause: unknown): unknown {
    return cause instanceof NotDurable ? this.judge(cause) : cause;
  }
}

/** Which rows are those of a library on disk, and whether it may still be used. */
export class LibraryState {
  readonly libraryId: LibraryId;
  readonly health: LibraryHealth;
  readonly #index: ObjectIndex;
  #storeKey: number | null;
  #isClosed = false;
  #isRemoved = false;

  constructor(libraryId: LibraryId, index: ObjectIndex, onFailed: (error: DomainError) => void) {
    this.libraryId = libraryId;
    this.health = new LibraryHealth(libraryId, onFailed);
    this.#index = index;
    this.#storeKey = index.findStore(libraryId);
  }

  /** The number that stands for the library; null while it has no objects on record. */
  get storeKey(): number | null {
    return this.#storeKey;
  }

  get isRemoved(): boolean {
    return this.#isRemoved;
  }

  /** The number that stands for the library, given one if it has none. */
  claimStoreKey(): number {
    const storeKey = this.#storeKey ?? this.#index.storeKey(this.libraryId);
    if (!this.#isRemoved) this.#storeKey = storeKey;
    return storeKey;
  }

  /** What is on record of an object, sound or not. */
  find({ kind, id }: ObjectName): ObjectRow | null {
    return this.#storeKey === null ? null : this.#index.find(this.#storeKey, kind, id);
  }

  close(): void {
    this.#isClosed = true;
  }

  /** The library is gone: nothing is found any more, also not by who still holds it. */
  forget(): void {
    this.#isRemoved = true;
    this.#storeKey = null;
  }

  assertOpen(): void {
    if (this.#isClosed) throw new Error('The object store is closed.');
  }

  /** @throws DomainError `library-not-found`, `library-read-only` */
  assertWritable(): void {
    this.assertOpen();
    if (this.#isRemoved) throw new DomainError('library-not-found', { value: this.libraryId });
    this.health.assertWritable();
  }
}
