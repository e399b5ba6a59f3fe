import { type Caller, requireAdministrator } from '../../core/access/caller.ts';
import { DomainError } from '../../core/errors.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import type { JournalRecords } from '../../engine/heads/journal-records.ts';
import type { LibraryLock } from '../../engine/heads/library-lock.ts';
import { type NeededDependencies, NeededObjects } from '../../engine/objects/needed-objects.ts';
import type { Ports } from '../../engine/ports.ts';
import type { RetentionClock } from '../../engine/reading/retention.ts';
import { isUnreadable } from '../../engine/reading/stored-commits.ts';
import { yieldToEventLoop } from '../../engine/scheduling/yield-to-event-loop.ts';
import type { LibraryObjects, ObjectName } from '../../store/objects/object-store.ts';

export interface GarbageDependencies
  extends NeededDependencies,
    Pick<Ports, 'libraries' | 'objects' | 'journal' | 'clock'> {
  readonly journalRecords: Pick<JournalRecords, 'recordPresent'>;
  readonly retention: Pick<RetentionClock, 'nowSeconds' | 'isWaiting'>;
  /** Heads move only inside it. */
  readonly changeLibrary: { readonly exclusively: LibraryLock };
}

/** A library that nothing is collected from, and why. */
export interface SkippedLibrary {
  readonly libraryId: LibraryId;
  /** Code of what is wrong with it, or `older-than-journal`: its database record has forgotten a head. */
  readonly reason: string;
}

/** What nothing needs any more: no commit that retention shows reaches it. Commits themselves always stay. */
export interface GarbagePlan {
  readonly libraries: number;
  readonly objects: number;
  readonly bytes: number;
  readonly skipped: readonly SkippedLibrary[];
  /** The clock jumped, so nothing grows older, and less is found than will be. */
  readonly isWaitingForClock: boolean;
}

/** What was collected; `objects` and `bytes` are what was found, a little of which may have been needed again. */
export interface CollectedGarbage extends GarbagePlan {
  readonly removedObjects: number;
  readonly removedBytes: number;
  /** Bytes that the disk has back. Less where packs still hold more that is needed than that is not. */
  readonly diskBytes: number;
}

/** Uploads may take this long from their first object to the commit that needs it. */
const GRACE_SECONDS = 86_400;
/** Blocks are removed in slices of this many: about 50 ms during which a commit to the library waits. */
const BLOCKS_A_SLICE = 5_000;
const RETRY_SECONDS = 60;

const NOTHING = { objects: 0, bytes: 0, removedObjects: 0, removedBytes: 0, diskBytes: 0 };

/** Finds and frees what nothing needs, library by library. Deleted libraries can be restored, so all of theirs stays. */
export type Garbage = ReturnType<typeof createGarbage>;

export function createGarbage(deps: GarbageDependencies) {
  /** While something is collected, and while nothing may be. */
  let isTaken = false;

  async function alone<T>(work: () => Promise<T>): Promise<T> {
    if (isTaken) throw new DomainError('busy', { retryAfterSeconds: RETRY_SECONDS });
    isTaken = true;
    try {
      return await work();
    } finally {
      isTaken = false;
    }
  }

  async function overLibraries(
    work: (library: Library) => Promise<typeof NOTHING>,
    signal: AbortSignal | undefined,
    onProgress?: (done: number, total: number) => void,
  ): Promise<CollectedGarbage> {
    const live = deps.libraries.all();
    const isWaitingForClock = deps.retention.isWaiting();
    const total = { libraries: live.length, ...NOTHING, skipped: [] as SkippedLibrary[], isWaitingForClock };
    const journalled = await deps.journal.lastHeads();
    for (const [index, library] of live.entries()) {
      signal?.throwIfAborted();
      onProgress?.(index, live.length);
      const last = journalled.get(library.id);
      if (last !== undefined && deps.history.find(library.id, last.head_commit_id) === null) {
        total.skipped.push({ libraryId: library.id, reason: 'older-than-journal' });
        continue;
      }
      try {
        const found = await work(library);
        for (const key of Object.keys(NOTHING) as (keyof typeof NOTHING)[]) total[key] += found[key];
      } catch (error) {
        total.skipped.push({ libraryId: library.id, reason: reasonToSkip(error) });
      }
    }
    return total;
  }

  return {
    /** Reads only. @throws DomainError `permission-denied` */
    async plan(caller: Caller, signal?: AbortSignal): Promise<GarbagePlan> {
      requireAdministrator(caller);
      const plan = async (library: Library) => {
        const collection = new Collection(deps, library.id, signal);
        return { ...NOTHING, ...(await collection.find(library)) };
      };
      const { libraries, objects, bytes, skipped, isWaitingForClock } = await overLibraries(plan, signal);
      return { libraries, objects, bytes, skipped, isWaitingForClock };
    },

    /**
     * Removes what `plan` finds and gives its room back to the disk. History and trash that need it are never shown
     * again, also when retention is made longer. Safe beside every other use of the libraries.
     * @param onProgress told before each library how many are done
     * @throws DomainError `permission-denied`; `busy` while a collection or a backup runs; the signal's reason
     */
    async collect(
      caller: Caller,
      signal?: AbortSignal,
      onProgress?: (done: number, total: number) => void,
    ): Promise<CollectedGarbage> {
      requireAdministrator(caller);
      return alone(() =>
        overLibraries((library) => new Collection(deps, library.id, signal).run(library), signal, onProgress),
      );
    },

    /** Does work during which every object stays. @throws DomainError `busy` while a collection or such work runs */
    holdOff: <T>(work: () => Promise<T>): Promise<T> => alone(work),
  };
}

/** Damage, or a library that was removed meanwhile, ends the collection of that library only. */
function reasonToSkip(error: unknown): string {
  const isAboutLibrary = isUnreadable(error) || (error instanceof DomainError && PASSING.has(error.code));
  if (!isAboutLibrary) throw error;
  return (error as DomainError).code;
}

const PASSING: ReadonlySet<string> = new Set(['library-not-found', 'library-read-only', 'disk-full']);

/** One collection of one library. */
class Collection {
  readonly #deps: GarbageDependencies;
  readonly #id: LibraryId;
  readonly #store: LibraryObjects;
  readonly #needed: NeededObjects;
  readonly #signal: AbortSignal | undefined;
  readonly #youngSinceSeconds: number;
  #removed = { removedObjects: 0, removedBytes: 0 };

  constructor(deps: GarbageDependencies, id: LibraryId, signal: AbortSignal | undefined) {
    const nowSeconds = deps.retention.nowSeconds();
    this.#deps = deps;
    this.#id = id;
    this.#store = deps.objects.library(id);
    this.#signal = signal;
    this.#youngSinceSeconds = nowSeconds - GRACE_SECONDS;
    this.#needed = new NeededObjects(deps, {
      store: this.#store,
      nowSeconds,
      youngSinceSeconds: this.#youngSinceSeconds,
      ...(signal ? { signal } : {}),
    });
  }

  async find(library: Library): Promise<{ objects: number; bytes: number }> {
    const found = await this.#search(library);
    return { objects: found.length, bytes: found.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) };
  }

  /** The reverse of writing: fs objects before the blocks that they name. */
  async run(library: Library): Promise<typeof NOTHING> {
    const found = await this.#search(library);
    const fs = found.filter(({ kind }) => kind === 'fs');
    const blocks = found.filter(({ kind }) => kind === 'block');
    if (found.length > 0) {
      await this.#removeFs(fs);
      await this.#keepSurvivors(fs);
      await this.#removeBlocks(blocks);
    }
    const { bytesFreed } = await this.#store.compact(this.#signal ? { signal: this.#signal } : {});
    const bytes = found.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    return { ...this.#removed, objects: found.length, bytes, diskBytes: bytesFreed };
  }

  async #search(library: Library) {
    await this.#needed.addShown(library);
    await this.#needed.addHeldOn(library);
    return this.#needed.unneeded();
  }

  /**
   * All of them while no head moves: a tree is there with everything in it, or its root is not there at all, so that a
   * commit that takes it over from an old version (`change-library.ts` looks whether it is there) never takes half.
   */
  #removeFs(objects: readonly ObjectName[]): Promise<void> {
    return this.#exclusively(async (library) => {
      await this.#hideOlder(library);
      await this.#remove(this.#needed.stillUnneeded(objects));
    });
  }

  /** Objects that are still here were touched meanwhile, so what they name stays too. */
  async #keepSurvivors(objects: readonly ObjectName[]): Promise<void> {
    for (const { id } of objects) if (this.#store.has('fs', id)) await this.#needed.addKept(id);
    const library = this.#deps.libraries.find(this.#id);
    if (library !== null) await this.#needed.addHeldOn(library);
  }

  async #removeBlocks(blocks: readonly ObjectName[]): Promise<void> {
    for (let from = 0; from < blocks.length; from += BLOCKS_A_SLICE) {
      this.#signal?.throwIfAborted();
      const slice = blocks.slice(from, from + BLOCKS_A_SLICE);
      await this.#exclusively(() => this.#remove(this.#needed.stillUnneeded(slice)));
    }
  }

  /** With everything marked that came up since the last time. */
  #exclusively(work: (library: Library) => Promise<void>): Promise<void> {
    return this.#deps.changeLibrary.exclusively(this.#id, async () => {
      const library = this.#deps.libraries.find(this.#id);
      if (library === null) throw new DomainError('library-not-found', { value: this.#id });
      await this.#needed.addShown(library);
      await work(library);
    });
  }

  /** Durable before the first object goes, in the journal too: a database that is made again must not show it. */
  async #hideOlder(library: Library): Promise<void> {
    for (const { libraryId, fromSeq } of this.#needed.shown) await this.#hideOlderIn(libraryId, fromSeq);
    // Deleted meanwhile, the library is not to be collected from.
    if (this.#deps.libraries.find(library.id) === null)
      throw new DomainError('library-not-found', { value: library.id });
  }

  async #hideOlderIn(id: LibraryId, fromSeq: number): Promise<void> {
    const { libraries, history, trash, journalRecords } = this.#deps;
    const known = libraries.retainedFrom(id);
    if (known === null || fromSeq <= known) return;
    libraries.keepFrom(id, fromSeq);
    while (trash.unlistBefore(id, fromSeq) > 0) await yieldToEventLoop();
    const kept = history.findBySeq(id, fromSeq);
    // A gap in its history is damage.
    if (kept === null) throw new DomainError('object-missing', { value: id, reason: `commit ${fromSeq}` });
    await journalRecords.recordPresent(id, { keptFrom: kept.id });
  }

  async #remove(objects: readonly ObjectName[]): Promise<void> {
    // A clock that went back since the start also dates back what is touched meanwhile.
    const nowSeconds = this.#deps.retention.nowSeconds();
    const lastReferencedBeforeSeconds = Math.min(this.#youngSinceSeconds, nowSeconds - GRACE_SECONDS);
    const options = { lastReferencedBeforeSeconds };
    const { removed, bytes } = await this.#store.remove(objects, options);
    const { removedObjects, removedBytes } = this.#removed;
    this.#removed = { removedObjects: removedObjects + removed, removedBytes: removedBytes + bytes };
  }
}
