import { giveBack } from '../core/blocks/block-memory.ts';
import { DomainError } from '../core/errors.ts';
import type { LibraryId } from '../core/library/library-id.ts';
import { type ObjectId, objectIdOf } from '../core/objects/object-id.ts';
import type {
  DamagedObject,
  HashedObject,
  LibraryObjects,
  NewFile,
  ObjectKind,
  ObjectName,
  ObjectStore,
  RemovedObjects,
  StoredObject,
} from './objects/object-store.ts';
import { isTouchDue } from './repository/pending-touches.ts';
import { systemSeconds } from './repository/system-seconds.ts';
import {
  type IdOf,
  isEmptyObject,
  objectCollision,
  objectMissing,
  verifyObject,
} from './repository/verify.ts';

export interface MemoryObjectStoreOptions {
  /** The clock that dates objects; the system's unless given. */
  readonly nowSeconds?: () => number;
  /** What names blocks and fs objects: SHA-1, unless a test brings ids that collide. */
  readonly idOf?: IdOf;
}

/** An object store that forgets everything when it is closed; for tests and trials. */
export function createMemoryObjectStore({
  nowSeconds = systemSeconds,
  idOf = objectIdOf,
}: MemoryObjectStoreOptions = {}): ObjectStore {
  const libraries = new Map<LibraryId, MemoryLibrary>();
  let isClosed = false;

  function assertOpen(): void {
    if (isClosed) throw new Error('The object store is closed.');
  }

  return {
    library(libraryId) {
      assertOpen();
      const library = libraries.get(libraryId) ?? new MemoryLibrary(libraryId, { nowSeconds, idOf });
      libraries.set(libraryId, library);
      return library;
    },
    acceptContent: async () => undefined,
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

interface MemoryObject extends ObjectName {
  readonly bytes: Buffer;
  storedAtSeconds: number;
}

class MemoryLibrary implements LibraryObjects {
  readonly #libraryId: LibraryId;
  readonly #options: Required<MemoryObjectStoreOptions>;
  readonly #objects = new Map<string, MemoryObject>();
  #state: 'open' | 'removed' | 'closed' = 'open';

  constructor(libraryId: LibraryId, options: Required<MemoryObjectStoreOptions>) {
    this.#libraryId = libraryId;
    this.#options = options;
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

  /** Threads do not share this memory. */
  async writeOut(files: readonly NewFile[]): Promise<readonly number[]> {
    this.#assertOpen();
    return [...files.keys()];
  }

  async write(kind: ObjectKind, id: string, bytes: Uint8Array): Promise<void> {
    this.#assertWritable();
    verifyObject({ kind, id }, bytes, this.#options.idOf);
    if (isEmptyObject(kind, id)) return;
    const storedAtSeconds = this.#options.nowSeconds();
    const known = this.#objects.get(kind + id);
    if (known === undefined) {
      this.#objects.set(kind + id, { kind, id, bytes: Buffer.from(bytes), storedAtSeconds });
      return;
    }
    if (kind === 'block' && !known.bytes.equals(bytes)) throw objectCollision(id);
    if (isTouchDue(known.storedAtSeconds, storedAtSeconds)) known.storedAtSeconds = storedAtSeconds;
  }

  async writeHashed({ kind, id, bytes }: HashedObject): Promise<void> {
    await this.write(kind, id, bytes);
  }

  async touch(kind: ObjectKind, id: string): Promise<boolean> {
    this.#assertWritable();
    if (isEmptyObject(kind, id)) return true;
    const known = this.#objects.get(kind + id);
    if (known === undefined) return false;
    const nowSeconds = this.#options.nowSeconds();
    if (isTouchDue(known.storedAtSeconds, nowSeconds)) known.storedAtSeconds = nowSeconds;
    return true;
  }

  async add(block: Buffer, expectedId?: ObjectId): Promise<ObjectId> {
    const id = expectedId ?? (this.#options.idOf(block) as ObjectId);
    await this.write('block', id, block);
    giveBack(block);
    return id;
  }

  async addNamed(block: Buffer, id: ObjectId): Promise<void> {
    await this.add(block, id);
  }

  async flush(): Promise<void> {
    this.#assertWritable();
  }

  list(): Iterable<StoredObject> {
    this.#assertOpen();
    return [...this.#objects.values()].map(({ kind, id, bytes, storedAtSeconds }) => {
      return { kind, id, sizeBytes: bytes.length, storedAtSeconds };
    });
  }

  /** Nothing is ever damaged in memory. */
  damaged(): Iterable<DamagedObject> {
    this.#assertOpen();
    return [];
  }

  async remove(
    objects: readonly ObjectName[],
    { lastReferencedBeforeSeconds }: { readonly lastReferencedBeforeSeconds: number },
  ): Promise<RemovedObjects> {
    this.#assertWritable();
    const total = { removed: 0, bytes: 0 };
    for (const { kind, id } of objects) {
      const object = this.#objects.get(kind + id);
      if (object === undefined || object.storedAtSeconds >= lastReferencedBeforeSeconds) continue;
      this.#objects.delete(kind + id);
      total.removed += 1;
      total.bytes += object.bytes.length;
    }
    return total;
  }

  /** Memory is free as soon as an object is removed. */
  async compact(options: { readonly signal?: AbortSignal } = {}): Promise<{ bytesFreed: number }> {
    this.#assertWritable();
    options.signal?.throwIfAborted();
    return { bytesFreed: 0 };
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
