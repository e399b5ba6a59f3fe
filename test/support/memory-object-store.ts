import { objectIdOf } from '../../src-main/core/objects/object-id.ts';
import type { ObjectStore } from '../../src-main/store/objects/object-store.ts';
import { hasherHere } from '../../src-main/store/repository/block-hasher.ts';
import { Repository, type RepositoryOptions } from '../../src-main/store/repository/repository.ts';
import { createObjectIndex } from '../../src-main/store/sqlite/object-index.ts';
import { memoryDatabase } from './database.ts';
import { MemoryBackend } from './memory-backend.ts';

export type MemoryObjectStoreOptions = Partial<Pick<RepositoryOptions, 'nowSeconds' | 'idOf'>>;

/** The object store as it is on a disk, but for the disk: files and index are in memory, and end with it. */
export function createMemoryObjectStore(options: MemoryObjectStoreOptions = {}): ObjectStore {
  const { idOf = objectIdOf } = options;
  return new Repository({
    ...options,
    backend: new MemoryBackend(),
    index: createObjectIndex(memoryDatabase()),
    idOf,
    hasher: hasherHere(idOf),
    reserveBytes: 0,
    writing: { write: async (_, files) => [...files.keys()], end: async () => undefined },
  });
}
