import type { LibraryId } from '../../core/library/library-id.ts';
import { yieldToEventLoop } from '../../engine/scheduling/yield-to-event-loop.ts';
import type { LibraryObjects, ObjectName, ObjectStore } from '../objects/object-store.ts';
import { NO_REPORTS, type StoreReports } from '../store-reports.ts';
import { FreeSpace } from './free-space.ts';
import { FsObjectCache } from './fs-object-cache.ts';
import { LibraryRepository, type RepositoryParts } from './library-repository.ts';
import { QuietSorting } from './quiet-sorting.ts';
import { systemSeconds } from './system-seconds.ts';

type Given = Pick<RepositoryParts, 'backend' | 'index' | 'idOf' | 'hasher' | 'writing'>;

export interface RepositoryOptions extends Given {
  /** The clock that dates objects; the system's unless given. */
  readonly nowSeconds?: () => number;
  /** Copies of fs objects that are kept in memory, for a caller who wants to clear them at times. */
  readonly cache?: FsObjectCache;
  /** Room that writes leave alone. */
  readonly reserveBytes: number;
  /** How long nothing must have been recorded before the index is sorted; 10 seconds unless given. */
  readonly quietMs?: number;
  /** Told once of each object that is found damaged and has no good copy. Must not throw. */
  readonly onDamaged?: (libraryId: LibraryId, object: ObjectName) => void;
  readonly reports?: StoreReports;
}

/** About 15 ms of deletes, after which other work gets its turn. */
const ROWS_PER_REMOVAL = 5_000;

/** The object store above any backend. One process at a time may have the backend open. */
export class Repository implements ObjectStore {
  readonly #parts: RepositoryParts;
  /** Every library met so far; one without pending objects is a few empty Maps. */
  readonly #libraries = new Map<LibraryId, LibraryRepository>();
  readonly #removals = new Map<LibraryId, Promise<void>>();
  #isClosed = false;

  constructor(options: RepositoryOptions) {
    const { backend, index, nowSeconds = systemSeconds, reserveBytes } = options;
    this.#parts = {
      ...options,
      nowSeconds,
      freeSpace: new FreeSpace({ backend, reserveBytes, nowSeconds }),
      sorting: new QuietSorting(index, options.quietMs),
      cache: options.cache ?? new FsObjectCache(),
      onDamaged: options.onDamaged ?? (() => undefined),
      reports: options.reports ?? NO_REPORTS,
    };
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
    await this.#parts.backend.close();
    await this.#parts.hasher.end();
    await this.#parts.writing.end();
    const failed = closings.find((closing) => closing.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  }

  #library(libraryId: LibraryId): LibraryRepository {
    const known = this.#libraries.get(libraryId);
    if (known !== undefined) return known;
    const library = new LibraryRepository(libraryId, this.#parts);
    this.#libraries.set(libraryId, library);
    return library;
  }

  /** The reverse of writing: rows, then files. A crash after the rows leaves files that the next removal takes. */
  async #remove(libraryId: LibraryId): Promise<void> {
    const { backend, index, cache } = this.#parts;
    await this.#library(libraryId).close('discard');
    const storeKey = index.findStore(libraryId);
    if (storeKey !== null) {
      while (index.removeSlice(storeKey, ROWS_PER_REMOVAL) > 0) await yieldToEventLoop();
      index.removeStore(storeKey);
    }
    cache.drop(libraryId);
    await backend.removeLibrary(libraryId);
    this.#libraries.delete(libraryId);
  }
}
