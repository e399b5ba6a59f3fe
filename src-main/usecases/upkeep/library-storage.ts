import { LRUCache } from 'lru-cache';
import type { Caller } from '../../core/access/caller.ts';
import { DomainError } from '../../core/errors.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import {
  MEASURINGS_AT_ONCE,
  MEASURINGS_WAITING,
  MEASURINGS_WAITING_PER_PERSON,
  SIZED_ITEMS_TOLD,
  SIZED_ITEMS_TOLD_INSIDE,
} from '../../core/limits.ts';
import type { ReadDir } from '../../core/tree/read-dir.ts';
import { findEntry } from '../../core/tree/tree-lookup.ts';
import {
  type LibraryBytes,
  type MeasureDependencies,
  measureLibrary,
  planRetention,
  type RetentionEffect,
} from '../../engine/objects/measured-storage.ts';
import type { Ports } from '../../engine/ports.ts';
import { createReadDir } from '../../engine/reading/directory-reader.ts';
import { type FolderSize, FolderSizes, type SizedDirent } from '../../engine/reading/folder-sizes.ts';
import type { HeavyReading } from '../../engine/reading/heavy-reading.ts';
import { type LargestFile, largestFiles } from '../../engine/reading/largest-files.ts';
import { retainedReader } from '../../engine/reading/retained-reader.ts';
import { oldestShownNow, type RetentionClock, retainedSince } from '../../engine/reading/retention.ts';
import { type SizeAt, sizeHistory } from '../../engine/reading/size-history.ts';
import { SharedSemaphore } from '../../engine/scheduling/shared-semaphore.ts';
import type { LibraryAccess, LibraryView } from '../access/library-access.ts';
import { checkKeepDays } from '../libraries/libraries.ts';

export interface LibraryStorageDependencies extends MeasureDependencies, Pick<Ports, 'clock'> {
  readonly access: LibraryAccess;
  readonly reading: HeavyReading;
  readonly retention: Pick<RetentionClock, 'nowSeconds' | 'isWaiting'>;
}

/** What was found out about a library, and when. */
export interface Measured<T> {
  readonly found: T;
  readonly atSeconds: number;
  /** How long it took, and may take again. */
  readonly tookMs: number;
}

export interface RetentionPlan extends RetentionEffect {
  readonly keepDays: number;
  /** The clock jumped, so nothing grows older, and less is found than will be. */
  readonly isWaitingForClock: boolean;
}

/** A folder or a file, with what is at the top of it. */
export interface SizedItem extends SizedDirent {
  readonly inside: readonly SizedDirent[];
}

export interface SizedFolder {
  readonly bytes: number;
  readonly files: number;
  /** The largest. */
  readonly items: readonly SizedItem[];
  /** What is in the folder beside them. */
  readonly others: { readonly items: number; readonly bytes: number; readonly files: number };
}

const MEASURED_KEPT = 100;
const LAST_KEPT = 1_000;
/** What is young grows old, so that nothing said of it holds for long. */
const BYTES_KEPT_MS = 600_000;
const PLANS_KEPT_MS = 30_000;
/** More deletions than these are not counted to see whether the trash is as it was. */
const DELETIONS_COUNTED = 10_000;

/** What one library takes on the disk, and why. Reads only. */
export type LibraryStorageUse = ReturnType<typeof createLibraryStorage>;

export function createLibraryStorage(deps: LibraryStorageDependencies) {
  const { access, clock } = deps;
  const folderSizes = new FolderSizes();
  const turns = new SharedSemaphore({ atOnce: MEASURINGS_AT_ONCE, waiting: MEASURINGS_WAITING });
  const bytesKept = new LRUCache<string, Measured<LibraryBytes>>({ max: MEASURED_KEPT, ttl: BYTES_KEPT_MS });
  /** However old, for lists that say when it was. */
  const lastKept = new LRUCache<LibraryId, Measured<LibraryBytes>>({ max: LAST_KEPT });
  const plansKept = new LRUCache<string, RetentionPlan>({ max: MEASURED_KEPT, ttl: PLANS_KEPT_MS });
  const largestKept = new LRUCache<string, readonly LargestFile[]>({ max: MEASURED_KEPT });

  /** Sums say nothing of what is in a library, so administrators are told them as well. */
  function measurable(caller: Caller, id: LibraryId): Library {
    if (!caller.isAdmin) return access.managedAsWhole(caller, id).library;
    const { library } = access.administered(caller, id);
    access.requireWhole(library);
    return library;
  }

  function whenDue<T>(caller: Caller, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    const share = { sender: caller.email, atOnce: 1, waiting: MEASURINGS_WAITING_PER_PERSON };
    return turns.run(async () => {
      signal?.throwIfAborted();
      return work();
    }, [share]);
  }

  /** All that decides what a library needs, but for the time. */
  function stateOf(library: Library): string {
    const { id, headId, keepDays, historyFromSeconds, retainedFromSeq } = library;
    const since = retainedSince(library, deps.retention.nowSeconds());
    const trash = since === null ? 0 : deps.trashTable.count(id, since, DELETIONS_COUNTED);
    return JSON.stringify([
      ...[id, headId, keepDays, historyFromSeconds, retainedFromSeq, trash, oldestShownNow(deps, library)],
      deps.pinTable.of(id).map(({ seq }) => seq),
      deps.folderLibraryTable.of(id).map((folder) => folder.headId),
    ]);
  }

  /** The tree of a library whose contents the caller has. */
  async function reading<T>(
    caller: Caller,
    { id, signal }: { readonly id: LibraryId; readonly signal: AbortSignal | undefined },
    work: (library: Library, readDir: ReadDir) => Promise<T>,
  ): Promise<T> {
    const { library } = access.managedAsWhole(caller, id);
    const readDir = createReadDir(retainedReader(deps, library));
    const whileWanted: ReadDir = (folderId) => {
      signal?.throwIfAborted();
      return readDir(folderId);
    };
    return deps.reading.run(caller.email, (one) => work(library, one.counting(whileWanted)));
  }

  async function withInside(item: SizedDirent, readDir: ReadDir, isWanted: boolean): Promise<SizedItem> {
    if (!isWanted || item.dirent.kind === 'file') return { ...item, inside: [] };
    const { largest } = await folderSizes.inside(item.dirent.id, readDir, SIZED_ITEMS_TOLD_INSIDE);
    return { ...item, inside: largest };
  }

  return {
    /**
     * What the library takes, for its managers and for administrators.
     * @param wanted `isFresh`: measured anew although nothing seems to have changed
     * @throws DomainError `library-not-found`, `permission-denied`, `busy`, `object-missing`, `object-corrupt`
     */
    async bytes(
      caller: Caller,
      id: LibraryId,
      wanted: { readonly isFresh?: boolean; readonly signal?: AbortSignal } = {},
    ): Promise<Measured<LibraryBytes>> {
      const library = measurable(caller, id);
      const state = stateOf(library);
      const kept = bytesKept.get(state);
      if (kept !== undefined && wanted.isFresh !== true) return kept;
      return whenDue(caller, wanted.signal, async () => {
        const [atSeconds, beganMs] = [clock.nowSeconds(), clock.steadyMs()];
        const found = await measureLibrary(deps, library, wanted.signal);
        const measured = { found, atSeconds, tookMs: Math.round(clock.steadyMs() - beganMs) };
        bytesKept.set(state, measured);
        lastKept.set(id, measured);
        return measured;
      });
    },

    /** What `bytes` found last, which nothing is read for; null: nothing, or the caller does not manage the library. */
    lastBytes({ library, isManager }: LibraryView): Measured<LibraryBytes> | null {
      return isManager && library.origin === undefined ? (lastKept.get(library.id) ?? null) : null;
    },

    /**
     * What would come of another retention, for managers and administrators.
     * @throws DomainError as `bytes`; `argument-invalid`
     */
    async retention(
      caller: Caller,
      { id, keepDays: asked }: { readonly id: LibraryId; readonly keepDays: number },
      signal?: AbortSignal,
    ): Promise<RetentionPlan> {
      const library = measurable(caller, id);
      const keepDays = checkKeepDays(asked);
      const state = `${keepDays} ${stateOf(library)}`;
      const kept = plansKept.get(state);
      if (kept !== undefined) return kept;
      return whenDue(caller, signal, async () => {
        const effect = await planRetention(deps, { library, keepDays }, signal);
        const plan = { ...effect, keepDays, isWaitingForClock: deps.retention.isWaiting() };
        plansKept.set(state, plan);
        return plan;
      });
    },

    /**
     * What a folder of the library holds now, for its managers.
     * @throws DomainError `library-not-found`, `permission-denied`, `folder-not-found`, `not-a-folder`
     */
    folder(
      caller: Caller,
      { id, path }: { readonly id: LibraryId; readonly path: string },
      signal?: AbortSignal,
    ): Promise<SizedFolder> {
      return reading(caller, { id, signal }, async (library, readDir) => {
        const entry = await findEntry(readDir, library.rootId, path);
        if (entry === null) throw new DomainError('folder-not-found', { field: 'path', value: path });
        if (entry.kind === 'file') throw new DomainError('not-a-folder', { field: 'path', value: path });
        const { total, count, largest } = await folderSizes.inside(entry.id, readDir, SIZED_ITEMS_TOLD);
        const items: SizedItem[] = [];
        for (const [at, item] of largest.entries())
          items.push(await withInside(item, readDir, at < SIZED_ITEMS_TOLD_INSIDE));
        return { ...total, items, others: othersOf(total, count, largest) };
      });
    },

    /** The files that take most with their versions, for managers. @throws DomainError as `folder` */
    largest(caller: Caller, id: LibraryId, signal?: AbortSignal): Promise<readonly LargestFile[]> {
      return reading(caller, { id, signal }, async (library, readDir) => {
        const state = stateOf(library);
        const kept = largestKept.get(state);
        if (kept !== undefined) return kept;
        const found = await largestFiles({ ...deps, folderSizes }, { library, readDir }, signal);
        largestKept.set(state, found);
        return found;
      });
    },

    /** How the files of the library grew, for managers. @throws DomainError as `folder` */
    growth(caller: Caller, id: LibraryId, signal?: AbortSignal): Promise<readonly SizeAt[]> {
      return reading(caller, { id, signal }, (library, readDir) =>
        sizeHistory({ ...deps, folderSizes }, { library, readDir }, signal),
      );
    },
  };
}

/** What a folder holds beside those that are told by name. */
function othersOf(total: FolderSize, count: number, told: readonly SizedDirent[]): SizedFolder['others'] {
  const rest = (key: 'bytes' | 'files') =>
    Math.max(
      0,
      told.reduce((left, item) => left - item[key], total[key]),
    );
  return { items: count - told.length, bytes: rest('bytes'), files: rest('files') };
}
