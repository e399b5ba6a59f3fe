import { DomainError } from '../../core/errors.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import type { ObjectName } from '../objects/object-store.ts';
import type { ObjectIndex } from '../sqlite/object-index.ts';
import type { ObjectRow } from '../sqlite/object-row.ts';
import { LibraryHealth } from './library-health.ts';

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
