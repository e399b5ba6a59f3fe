import { join, resolve } from 'node:path';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { LibraryId } from '../core/library/library-id.ts';
import { objectIdOf } from '../core/objects/object-id.ts';
import { DISK, type FileOps } from './backend/disk/file-ops.ts';
import { ReadHandles } from './backend/disk/read-handles.ts';
import type { LibraryObjects, ObjectName, ObjectStore } from './objects/object-store.ts';
import { FreeSpace, reserveBytesOf } from './repository/free-space.ts';
import { FsObjectCache } from './repository/fs-object-cache.ts';
import { DiskLibrary, type DiskStoreParts } from './repository/library-repository.ts';
import { QuietSorting } from './repository/quiet-sorting.ts';
import { systemSeconds } from './repository/system-seconds.ts';
import type { IdOf } from './repository/verify.ts';
import type { ObjectIndex } from './sqlite/object-index.ts';
import { NO_REPORTS, type StoreReports } from './store-reports.ts';
import { HashThreads, hasherHere } from './threads/block-hasher.ts';
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
  /** Room on the disk that writes leave alone; 64 MiB, or 1 % of a small disk, unless given. */
  readonly reserveBytes?: number;
  /** How long nothing must have been put on record before the index is sorted; 10 seconds unless given. */
  readonly quietMs?: number;
  /** Told once of each object that is found damaged and has no good copy. Must not throw. */
  readonly onDamaged?: (libraryId: LibraryId, object: ObjectName) => void;
  readonly reports?: StoreReports;
  /** For who only looks: what lies in `tmp/` stays there. */
  readonly keepsLeftovers?: boolean;
}

/** About 15 ms of deletes, after which other work gets its turn. */
const ROWS_PER_REMOVAL = 5_000;

/**
 * The object store in a data folder, with what an earlier process left in `tmp/` swept away, unless it is to stay. One process at a time may
 * have it open.
 */
export async function openDiskObjectStore(options: DiskObjectStoreOptions): Promise<ObjectStore> {
  const { index, ops = DISK, reports = NO_REPORTS } = options;
  // Without `..` and final slashes, because folders are made by walking up to this one.
  const dataFolder = resolve(options.dataFolder);
  const temporaryFolder = join(dataFolder, 'tmp');
  await ops.makeFolder(temporaryFolder);
  const leftBehind =
    options.keepsLeftovers === true
      ? new Set((await ops.list(temporaryFolder)).map((name) => join(temporaryFolder, name)))
      : await sweep(temporaryFolder, ops, reports);
  let temporaryFiles = 0;
  const temporaryPath = (): string => {
    temporaryFiles += 1;
    const path = join(temporaryFolder, `object-${temporaryFiles}`);
    return leftBehind.has(path) ? temporaryPath() : path;
  };
  const { idOf = objectIdOf, hashThread, nowSeconds = systemSeconds, onDamaged = () => undefined } = options;
  const reserveBytes = options.reserveBytes ?? (await reserveBytesOf(dataFolder));
  const hasher = hashThread === undefined ? hasherHere(idOf) : new HashThreads(hashThread, idOf);
  const freeSpace = new FreeSpace({ folder: dataFolder, ops, reserveBytes, nowSeconds });
  return new DiskObjectStore({
    ...{ dataFolder, index, ops, temporaryPath, nowSeconds, idOf, hasher, onDamaged, freeSpace, reports },
    writing: new WritingThreads(options.writingThreads ?? null),
    handles: new ReadHandles(),
    sorting: new QuietSorting(index, options.quietMs),
    cache: options.cache ?? new FsObjectCache(),
  });
}

/** Empties a folder. Answers with the paths that could not be removed, which is no reason not to open the store. */
async function sweep(folder: string, ops: FileOps, reports: StoreReports): Promise<ReadonlySet<string>> {
  const leftBehind = new Set<string>();
  const remove = (path: string) =>
    ops.remove(path).catch((cause: unknown) => {
      leftBehind.add(path);
      reports.leftBehind(path, cause);
    });
  await Promise.all((await ops.list(folder)).map((name) => remove(join(folder, name))));
  return leftBehind;
}

class DiskObjectStore implements ObjectStore {
  readonly #parts: DiskStoreParts;
  /** Every library met so far; one without pending objects is a few empty Maps. */
  readonly #libraries = new Map<LibraryId, DiskLibrary>();
  readonly #removals = new Map<LibraryId, Promise<void>>();
  #isClosed = false;

  constructor(parts: DiskStoreParts) {
    this.#parts = parts;
  }

  library(libraryId: LibraryId): LibraryObjects {
    if (this.#isClosed) throw new Error('The object store is closed.');
    return this.#library(libraryId);
  }

  acceptContent(sizeBytes: number): Promise<void> {
    return this.#parts.freeSpace.accept(sizeBytes, 'content');
  }

  async removeLibrary(libraryId: LibraryId): Promise<void> {
    if (this.#isClosed) throw new Error('The object store is closed.');
    const running = this.#removals.get(libraryId);
    if (running !== undefined) return running;
    const removal = this.#remove(libraryId);
    this.#removals.set(libraryId, removal);
    try {
      await removal;
    } finally {
      this.#removals.delete(libraryId);
    }
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    await Promise.allSettled(this.#removals.values());
    const closings = await Promise.allSettled(
      [...this.#libraries.values()].map((library) => library.close('flush')),
    );
    this.#isClosed = true;
    this.#parts.sorting.end();
    await this.#parts.handles.closeBelow(this.#parts.dataFolder);
    await this.#parts.hasher.end();
    await this.#parts.writing.end();
    const failed = closings.find((closing) => closing.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  }

  #library(libraryId: LibraryId): DiskLibrary {
    const known = this.#libraries.get(libraryId);
    if (known !== undefined) return known;
    const library = new DiskLibrary(libraryId, this.#folderOf(libraryId), this.#parts);
    this.#libraries.set(libraryId, library);
    return library;
  }

  #folderOf(libraryId: LibraryId): string {
    return join(this.#parts.dataFolder, 'storage', libraryId);
  }

  /**
   * The reverse of writing: rows, then names, then contents. A crash after the rows leaves a folder that the next
   * removal takes; a crash after the rename leaves one that the sweep of `tmp/` takes.
   */
  async #remove(libraryId: LibraryId): Promise<void> {
    const { index, ops, cache, handles, temporaryPath, dataFolder } = this.#parts;
    const folder = this.#folderOf(libraryId);
    await this.#library(libraryId).close('discard');
    const storeKey = index.findStore(libraryId);
    if (storeKey !== null) {
      while (index.removeSlice(storeKey, ROWS_PER_REMOVAL) > 0) await yieldToEventLoop();
      index.removeStore(storeKey);
    }
    cache.drop(libraryId);
    await handles.closeBelow(folder);
    const storage = join(dataFolder, 'storage');
    if ((await ops.list(storage)).includes(libraryId)) {
      const doomed = temporaryPath();
      await ops.rename(folder, doomed);
      await ops.syncFolder(storage);
      await ops.remove(doomed);
    }
    this.#libraries.delete(libraryId);
  }
}
