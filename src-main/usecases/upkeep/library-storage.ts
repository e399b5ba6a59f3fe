import { LRUCache } from 'lru-cache';
import type { Caller } from '../../core/access/caller.ts';
import { passingRefusal } from '../../core/errors.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { MEASURINGS_AT_ONCE, MEASURINGS_WAITING, MEASURINGS_WAITING_PER_PERSON } from '../../core/limits.ts';
import {
  type LibraryBytes,
  type MeasureDependencies,
  measureLibrary,
  planRetention,
  type RetentionEffect,
} from '../../engine/objects/measured-storage.ts';
import type { Ports } from '../../engine/ports.ts';
import type { RetentionClock } from '../../engine/reading/retention.ts';
import { SharedSemaphore } from '../../engine/scheduling/shared-semaphore.ts';
import type { HistorySize } from '../../store/sqlite/history-sizes.ts';
import type { LibraryAccess, LibraryView } from '../access/library-access.ts';
import { checkKeepDays } from '../libraries/libraries.ts';
import { measurementKey } from './measurement-key.ts';

export interface LibraryStorageDependencies
  extends MeasureDependencies,
    Pick<Ports, 'clock' | 'historySizeTable'> {
  readonly access: LibraryAccess;
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

const MEASURED_KEPT = 100;
/** What is young grows old, so that nothing said of it holds for long. */
const BYTES_KEPT_MS = 600_000;
const PLANS_KEPT_MS = 30_000;

/** What one library takes on the disk, and why. Reads only. */
export type LibraryStorage = ReturnType<typeof createLibraryStorage>;

export function createLibraryStorage(deps: LibraryStorageDependencies) {
  const { access, clock } = deps;
  const turns = new SharedSemaphore({ atOnce: MEASURINGS_AT_ONCE, waiting: MEASURINGS_WAITING });
  const bytesKept = new LRUCache<string, Measured<LibraryBytes>>({ max: MEASURED_KEPT, ttl: BYTES_KEPT_MS });
  const plansKept = new LRUCache<string, RetentionPlan>({ max: MEASURED_KEPT, ttl: PLANS_KEPT_MS });

  /** Sums say nothing of what is in a library, so administrators are told them as well. */
  function measurable(caller: Caller, id: LibraryId): Library {
    if (!caller.isAdmin) return access.managedAsWhole(caller, id).library;
    const { library } = access.administered(caller, id);
    access.requireWhole(library);
    return library;
  }

  function keep(id: LibraryId, { found, atSeconds }: Measured<LibraryBytes>): void {
    const { history, trash, reclaimable, young, overhead } = found;
    const bytes = history + trash + reclaimable + young + overhead;
    try {
      deps.historySizeTable.put(id, { bytes, atSeconds });
    } catch (error) {
      // Measuring has to work on a full disk, where people look for space; only lists lack the result then.
      if (passingRefusal(error) === null) throw error;
    }
  }

  function whenDue<T>(caller: Caller, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    const share = { sender: caller.email, atOnce: 1, waiting: MEASURINGS_WAITING_PER_PERSON };
    return turns.run(async () => {
      signal?.throwIfAborted();
      return work();
    }, [share]);
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
      const key = measurementKey(deps, library);
      const kept = bytesKept.get(key);
      if (kept !== undefined && wanted.isFresh !== true) return kept;
      return whenDue(caller, wanted.signal, async () => {
        const [atSeconds, beganMs] = [clock.nowSeconds(), clock.steadyMs()];
        const found = await measureLibrary(deps, library, wanted.signal);
        const measured = { found, atSeconds, tookMs: Math.round(clock.steadyMs() - beganMs) };
        bytesKept.set(key, measured);
        keep(id, measured);
        return measured;
      });
    },

    /**
     * What `bytes` found last, however old, for lists that say when it was; null: nothing, or the caller does not manage
     * the library.
     */
    historySize({ library, isManager }: LibraryView): HistorySize | null {
      return isManager && library.origin === undefined
        ? (deps.historySizeTable.find(library.id) ?? null)
        : null;
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
      const key = `${keepDays} ${measurementKey(deps, library)}`;
      const kept = plansKept.get(key);
      if (kept !== undefined) return kept;
      return whenDue(caller, signal, async () => {
        const effect = await planRetention(deps, { library, keepDays }, signal);
        const plan = { ...effect, keepDays, isWaitingForClock: deps.retention.isWaiting() };
        plansKept.set(key, plan);
        return plan;
      });
    },
  };
}
