import type { LibraryId } from '../core/library/library-id.ts';
import { objectIdOf } from '../core/objects/object-id.ts';
import { openDiskBackend, reserveBytesOf } from './backend/disk/disk-backend.ts';
import type { FileOps } from './backend/disk/file-ops.ts';
import type { ObjectName, ObjectStore } from './objects/object-store.ts';
import { hasherHere } from './repository/block-hasher.ts';
import type { FsObjectCache } from './repository/fs-object-cache.ts';
import { Repository } from './repository/repository.ts';
import type { IdOf } from './repository/verify.ts';
import type { ObjectIndex } from './sqlite/object-index.ts';
import type { StoreReports } from './store-reports.ts';
import { HashThreads } from './threads/hash-threads.ts';
import { WritingThreads } from './threads/writing-threads.ts';

export interface DiskObjectStoreOptions {
  /** Must exist. Objects go to `storage/` in it; `tmp/` in it is emptied on opening. */
  readonly dataFolder: string;
  readonly index: ObjectIndex;
  /** The disk, unless a test brings a failing one. */
  readonly ops?: FileOps;
  /** The clock that dates objects; the system's unless given. */
  readonly nowSeconds?: () => number;
  /** What names blocks and fs objects: SHA-1, unless a test brings ids that collide. */
  readonly idOf?: IdOf;
  /** Where the code of the thread is that hashes large blocks; they are hashed where they are stored unless given. */
  readonly hashThread?: URL;
  /** Where the code of the threads is that write files out, and the database that they look into; none unless given. */
  readonly writingThreads?: { readonly code: URL; readonly database: string };
  /** Copies of fs objects that are kept in memory, for a caller who wants to clear them at times. */
  readonly cache?: FsObjectCache;
  /** How long nothing must have been recorded before the index is sorted; 10 seconds unless given. */
  readonly quietMs?: number;
  /** Told once of each object that is found damaged and has no good copy. Must not throw. */
  readonly onDamaged?: (libraryId: LibraryId, object: ObjectName) => void;
  readonly reports?: StoreReports;
  /** For a caller that only looks: what lies in `tmp/` stays there. */
  readonly keepsLeftovers?: boolean;
}

/**
 * The object store in a data folder, with what an earlier process left in `tmp/` swept away, unless it is to stay. One
 * process at a time may have it open.
 */
export async function openDiskObjectStore(options: DiskObjectStoreOptions): Promise<ObjectStore> {
  const { idOf = objectIdOf, hashThread } = options;
  const threads = hashThread === undefined ? null : new HashThreads(hashThread, idOf);
  const writing = new WritingThreads(options.writingThreads ?? null);
  const backend = await openDiskBackend({
    ...options,
    writeBlock: (descriptor, bytes) => threads?.write(descriptor, bytes) ?? null,
  });
  return new Repository({
    ...options,
    backend,
    idOf,
    hasher: threads ?? hasherHere(idOf),
    reserveBytes: await reserveBytesOf(options.dataFolder),
    writing: {
      write: ({ libraryId, storeKey }, files) =>
        writing.write({ folder: backend.folderOf(libraryId), storeKey }, files),
      end: () => writing.end(),
    },
  });
}
