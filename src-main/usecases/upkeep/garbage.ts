import { type Caller, requireAdministrator } from '../../core/access/caller.ts';
import { DomainError } from '../../core/errors.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { type CollectionDependencies, GarbageCollection } from '../../engine/objects/garbage-collection.ts';
import type { Ports } from '../../engine/ports.ts';
import type { RetentionClock } from '../../engine/reading/retention.ts';
import { isUnreadable } from '../../engine/reading/stored-commits.ts';
import { Exclusive } from '../../engine/scheduling/exclusive.ts';

export interface GarbageDependencies extends CollectionDependencies, Pick<Ports, 'journal'> {
  readonly retention: Pick<RetentionClock, 'nowSeconds' | 'isWaiting'>;
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
  /** What they take on the disk. */
  readonly storedBytes: number;
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

const RETRY_SECONDS = 60;

const NOTHING = { objects: 0, bytes: 0, storedBytes: 0, removedObjects: 0, removedBytes: 0, diskBytes: 0 };

/** Finds and frees what nothing needs, library by library. Deleted libraries can be restored, so all of theirs stays. */
export type Garbage = ReturnType<typeof createGarbage>;

export function createGarbage(deps: GarbageDependencies) {
  /** While something is collected, and while nothing may be. */
  const exclusive = new Exclusive(RETRY_SECONDS);
  let ended = 0;

  const alone = <T>(work: () => Promise<T>): Promise<T> =>
    exclusive.run(async () => {
      try {
        return await work();
      } finally {
        ended += 1;
      }
    });

  async function overLibraries(
    work: (library: Library) => Promise<typeof NOTHING>,
    signal: AbortSignal | undefined,
    onProgress?: (done: number, total: number) => void,
  ): Promise<CollectedGarbage> {
    const live = deps.libraryTable.all();
    const isWaitingForClock = deps.retention.isWaiting();
    const total = { libraries: live.length, ...NOTHING, skipped: [] as SkippedLibrary[], isWaitingForClock };
    const journalled = await deps.journal.lastHeads();
    for (const [index, library] of live.entries()) {
      signal?.throwIfAborted();
      onProgress?.(index, live.length);
      const last = journalled.get(library.id);
      if (last !== undefined && !deps.historyTable.isKnown(library.id, last.head_commit_id)) {
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
        const { objects, bytes, storedBytes } = await new GarbageCollection(deps, library.id, signal).plan(
          library,
        );
        return { ...NOTHING, objects, bytes, storedBytes };
      };
      const { removedObjects, removedBytes, diskBytes, ...found } = await overLibraries(plan, signal);
      return found;
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
      const collect = async (library: Library) => {
        const collection = new GarbageCollection(deps, library.id, signal);
        const plan = await collection.plan(library);
        const { objects, bytes, storedBytes } = plan;
        return { objects, bytes, storedBytes, ...(await collection.carryOut(plan)) };
      };
      return alone(() => overLibraries(collect, signal, onProgress));
    },

    /** Whether something is collected, or nothing may be. */
    isTaken: (): boolean => exclusive.isTaken(),

    /** How many collections, and works of `holdOff`, have ended: each may have given room back to the disk. */
    ended: (): number => ended,

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
