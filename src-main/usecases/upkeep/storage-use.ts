import { type Caller, requireAdministrator } from '../../core/access/caller.ts';
import { DomainError } from '../../core/errors.ts';
import { historyWindow } from '../../core/history/retention.ts';
import type { TrashPlace } from '../../core/history/trash.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { GRACE_SECONDS } from '../../engine/objects/garbage-plan.ts';
import { type NeededDependencies, NeededObjects } from '../../engine/objects/needed-objects.ts';
import { ReachedObjects } from '../../engine/objects/reached-objects.ts';
import type { Ports } from '../../engine/ports.ts';
import { oldestShownSeq, type RetentionClock } from '../../engine/reading/retention.ts';
import { isUnreadable } from '../../engine/reading/stored-commits.ts';
import { yieldToEventLoop } from '../../engine/scheduling/yield-to-event-loop.ts';
import type { StoredObject } from '../../store/objects/object-store.ts';
import type { LibraryTable } from '../../store/sqlite/libraries.ts';

export interface StorageUseDependencies extends NeededDependencies, Pick<Ports, 'libraryTable' | 'objects'> {
  readonly retention: Pick<RetentionClock, 'nowSeconds'>;
}

/** What the objects of a library are needed for, in bytes of the objects themselves. */
export interface LibraryStorage {
  readonly libraryId: LibraryId;
  readonly name: string;
  readonly live: number;
  readonly history: number;
  readonly trash: number;
  readonly reclaimable: number;
  readonly young: number;
}

export interface MeasuredStorage {
  readonly libraries: readonly LibraryStorage[];
  readonly skipped: readonly { readonly libraryId: LibraryId; readonly reason: string }[];
}

/** What a retention would release. */
export interface RetentionEffect {
  readonly libraries: number;
  readonly commits: number;
  readonly bytes: number;
  readonly bytesAnyhow: number;
}

export interface WatchedWork {
  readonly signal?: AbortSignal;
  /** Told after each library. */
  readonly onProgress?: (done: number, total: number) => void;
}

const TRASH_A_PAGE = 500;
const OBJECTS_BEFORE_YIELD = 5_000;

/** Says what takes room, and what a shorter history would free. Reads only. */
export type StorageUse = ReturnType<typeof createStorageUse>;

export function createStorageUse(deps: StorageUseDependencies) {
  const { libraryTable, retention } = deps;

  return {
    /** Every library, the largest first. @throws DomainError `permission-denied`; the signal's reason */
    async measure(caller: Caller, { signal, onProgress }: WatchedWork = {}): Promise<MeasuredStorage> {
      requireAdministrator(caller);
      const all = libraryTable.all();
      const measured: LibraryStorage[] = [];
      const skipped: { libraryId: LibraryId; reason: string }[] = [];
      for (const [index, library] of all.entries()) {
        signal?.throwIfAborted();
        try {
          measured.push(await new Measuring(deps, library, signal).run());
        } catch (error) {
          if (!(error instanceof DomainError) || !isUnreadable(error)) throw error;
          skipped.push({ libraryId: library.id, reason: error.code });
        }
        onProgress?.(index + 1, all.length);
      }
      return { libraries: measured.sort((a, b) => totalOf(b) - totalOf(a)), skipped };
    },

    /**
     * What would go if libraries kept this many days: of one library, or of every one that keeps more now.
     * @throws DomainError `permission-denied`, `library-not-found`, `object-missing`, `object-corrupt`
     */
    async whatIf(
      caller: Caller,
      { keepDays, libraryId }: { keepDays: number; libraryId: LibraryId | null },
      signal?: AbortSignal,
    ): Promise<RetentionEffect> {
      requireAdministrator(caller);
      const asked = libraryId === null ? libraryTable.all() : [requireLibrary(libraryTable, libraryId)];
      const shortened = asked.filter((library) => isShorter(library.keepDays, keepDays));
      const total = { libraries: shortened.length, commits: 0, bytes: 0, bytesAnyhow: 0 };
      for (const library of shortened) {
        const after = { ...library, keepDays };
        total.commits += Math.max(0, shownFrom(after) - shownFrom(library));
        total.bytes += await new Measuring(deps, after, signal).reclaimableBytes();
        total.bytesAnyhow += await new Measuring(deps, library, signal).reclaimableBytes();
      }
      return total;
    },
  };

  function shownFrom(library: Library): number {
    const window = historyWindow({ ...library, nowSeconds: retention.nowSeconds() });
    return oldestShownSeq(library, window, (atSeconds) =>
      deps.historyTable.newestSeqAt(library.id, atSeconds),
    );
  }
}

function requireLibrary(libraryTable: LibraryTable, id: LibraryId): Library {
  const library = libraryTable.find(id);
  // A folder library has its objects in common with the library around it, which is what can be measured.
  if (library === null || library.origin !== undefined)
    throw new DomainError('library-not-found', { value: id });
  return library;
}

function isShorter(fromDays: number, toDays: number): boolean {
  return toDays >= 0 && (fromDays < 0 || toDays < fromDays);
}

function totalOf({ live, history, trash, reclaimable, young }: LibraryStorage): number {
  return live + history + trash + reclaimable + young;
}

/** One look at what the objects of one library are needed for. */
class Measuring {
  readonly #deps: StorageUseDependencies;
  readonly #library: Library;
  readonly #nowSeconds: number;
  readonly #needed: NeededObjects;
  readonly #signal: AbortSignal | undefined;

  constructor(deps: StorageUseDependencies, library: Library, signal: AbortSignal | undefined) {
    this.#deps = deps;
    this.#library = library;
    this.#nowSeconds = deps.retention.nowSeconds();
    this.#signal = signal;
    this.#needed = new NeededObjects(deps, {
      store: deps.objects.library(library.id),
      nowSeconds: this.#nowSeconds,
      youngSinceSeconds: this.#nowSeconds - GRACE_SECONDS,
      ...(signal ? { signal } : {}),
    });
  }

  async reclaimableBytes(): Promise<number> {
    await this.#needed.addShown(this.#library);
    await this.#needed.addHeldOn(this.#library);
    return (await this.#needed.plan()).bytes;
  }

  async run(): Promise<LibraryStorage> {
    await this.#needed.addShown(this.#library);
    const store = this.#deps.objects.library(this.#library.id);
    const live = new ReachedObjects(store);
    await live.addTree(this.#library.rootId);
    const trash = new ReachedObjects(store);
    for (const { objectId } of this.#shownTrash()) await trash.addLoose(objectId);
    const bytes = { live: 0, history: 0, trash: 0, reclaimable: 0, young: 0 };
    const unshown: StoredObject[] = [];
    let count = 0;
    for (const object of store.list()) {
      const use = this.#useOf(object, { live, trash });
      if (use === null) unshown.push(object);
      else bytes[use] += object.sizeBytes;
      count += 1;
      if (count % OBJECTS_BEFORE_YIELD > 0) continue;
      this.#signal?.throwIfAborted();
      await yieldToEventLoop();
    }
    // What linked folders and pending commits need is added once the shown history is marked.
    await this.#needed.addHeldOn(this.#library);
    for (const object of unshown)
      bytes[this.#needed.reasonToKeep(object) === null ? 'reclaimable' : 'young'] += object.sizeBytes;
    return { libraryId: this.#library.id, name: this.#library.name, ...bytes };
  }

  /** Null: nothing that is shown needs it. */
  #useOf(
    { kind, id }: StoredObject,
    reached: { readonly live: ReachedObjects; readonly trash: ReachedObjects },
  ): 'live' | 'history' | 'trash' | null {
    if (kind === 'commit') return 'history';
    if (reached.live.has(kind, id)) return 'live';
    if (!this.#needed.has(kind, id)) return null;
    return reached.trash.has(kind, id) ? 'trash' : 'history';
  }

  *#shownTrash() {
    const window = historyWindow({ ...this.#library, nowSeconds: this.#nowSeconds });
    if (window.kind === 'head-only') return;
    const sinceSeconds = window.kind === 'all' ? 0 : window.cutoffSeconds + 1;
    let after: TrashPlace | null = null;
    for (;;) {
      const wanted = { after, sinceSeconds, path: '/', limit: TRASH_A_PAGE };
      const items = this.#deps.trashTable.page(this.#library.id, wanted);
      yield* items;
      after = items.at(-1) ?? null;
      if (items.length < TRASH_A_PAGE) return;
    }
  }
}
