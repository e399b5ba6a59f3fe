import { DomainError } from '../../core/errors.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import type { LibraryObjects, ObjectKind, ObjectStore, StoredObject } from './object-store.ts';
import { isEmptyObject, objectMissing, verifyObject } from './verify.ts';

/** An object store that forgets everything when it is closed; for tests and trials. */
export function createMemoryObjectStore(): ObjectStore {
  const libraries = new Map<LibraryId, MemoryLibrary>();
  let isClosed = false;

  function assertOpen(): void {
    if (isClosed) throw new Error('The object store is closed.');
  }

  return {
    library(libraryId) {
      assertOpen();
      const library = libraries.get(libraryId) ?? new MemoryLibrary(libraryId);
      libraries.set(libraryId, library);
      return library;
    },
    async removeLibrary(libraryId) {
      assertOpen();
      libraries.get(libraryId)?.end('removed');
      libraries.delete(libraryId);
    },
    async close() {
      isClosed = true;
      for (const library of libraries.values()) library.end('closed');
      libraries.clear();
    },
  };
}

class MemoryLibrary implements LibraryObjects {
  readonly #libraryId: LibraryId;
  readonly #objects = new Map<
    string,
    { readonly kind: ObjectKind; readonly id: string; readonly bytes: Buffer }
  >();
  #state: 'open' | 'removed' | 'closed' = 'open';

  constructor(libraryId: LibraryId) {
    this.#libraryId = libraryId;
  }

  has(kind: ObjectKind, id: string): boolean {
    return this.sizeOf(kind, id) !== null;
  }

  sizeOf(kind: ObjectKind, id: string): number | null {
    this.#assertOpen();
    if (isEmptyObject(kind, id)) return 0;
    return this.#objects.get(kind + id)?.bytes.length ?? null;
  }

  async read(kind: ObjectKind, id: string): Promise<Buffer> {
    this.#assertOpen();
    if (isEmptyObject(kind, id)) return Buffer.alloc(0);
    const object = this.#objects.get(kind + id);
    if (object === undefined) throw objectMissing(id);
    return Buffer.from(object.bytes);
  }

  async write(kind: ObjectKind, id: string, bytes: Uint8Array): Promise<void> {
    this.#assertWritable();
    verifyObject(kind, id, bytes);
    if (this.has(kind, id)) return;
    this.#objects.set(kind + id, { kind, id, bytes: Buffer.from(bytes) });
  }

  async flush(): Promise<void> {
    this.#assertWritable();
  }

  list(): Iterable<StoredObject> {
    this.#assertOpen();
    return [...this.#objects.values()].map(({ kind, id, bytes }) => ({ kind, id, sizeBytes: bytes.length }));
  }

  end(state: 'removed' | 'closed'): void {
    this.#state = state;
    this.#objects.clear();
  }

  #assertOpen(): void {
    if (this.#state === 'closed') throw new Error('The object store is closed.');
  }

  #assertWritable(): void {
    this.#assertOpen();
    if (this.#state === 'removed') throw new DomainError('library-not-found', { value: this.#libraryId });
  }
}
