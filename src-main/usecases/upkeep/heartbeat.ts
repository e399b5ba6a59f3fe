import { type Caller, requireAdministrator } from '../../core/access/caller.ts';
import { DomainError } from '../../core/errors.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import type { ReadCoverage } from '../../core/objects/read-ranges.ts';
import { isUnreadable } from '../../engine/reading/stored-commits.ts';
import type { ObjectName } from '../../store/objects/object-store.ts';
import { createNotedReads, type NotedReadsDependencies } from './noted-reads.ts';
import { createPacedReads, type Pace } from './paced-reads.ts';
import { createStoredDamage, type KnownDamage, type StoredDamageDependencies } from './stored-damage.ts';

export interface HeartbeatDependencies extends NotedReadsDependencies, StoredDamageDependencies {}

export interface HeartbeatStatus extends ReadCoverage, KnownDamage {
  readonly state: 'resting' | 'reading' | 'waiting';
}

/** What a kill makes be read again. */
const NOTED_EVERY_BYTES = 64 * 1024 * 1024;
const NOTED_EVERY_MS = 30_000;

/** Reads and verifies everything that is stored, a part each day, what was read longest ago first. */
export type Heartbeat = ReturnType<typeof createHeartbeat>;

export function createHeartbeat(deps: HeartbeatDependencies) {
  const { stored, objects, clock, events } = deps;
  const damage = createStoredDamage(deps);
  const noted = createNotedReads(deps);
  let state: HeartbeatStatus['state'] = 'resting';

  function be(next: HeartbeatStatus['state']): void {
    const isNews = (state === 'resting') !== (next === 'resting');
    state = next;
    // Not of each rest: who is told asks, which is work that is waited for.
    if (isNews) events.emit({ type: 'integrity' });
  }

  /** Reads some of what was read longest ago, and returns how many bytes that were. */
  async function readSome(dueBytes: number, pace: Pace): Promise<number> {
    const range = noted.next();
    const paced = createPacedReads(clock, pace, be);
    const startAt = (after: string) => {
      return { after, sinceSeconds: clock.nowSeconds(), atMs: clock.steadyMs(), bytes: 0 };
    };
    let part = startAt(range.after);
    let total = 0;
    const note = (upTo: string) => {
      const { after, sinceSeconds, bytes } = part;
      noted.add({ after, upTo }, { sinceSeconds, bytes });
      part = startAt(upTo);
    };
    for (const { libraryId, position, kind, id, sizeBytes } of stored.after(range.after)) {
      if (position > range.upTo) break;
      await paced(() => verify(libraryId, { kind, id }), sizeBytes);
      part.bytes += sizeBytes;
      total += sizeBytes;
      const isLong = part.bytes >= NOTED_EVERY_BYTES || clock.steadyMs() - part.atMs >= NOTED_EVERY_MS;
      if (total >= dueBytes || isLong) note(position);
      if (total >= dueBytes) return total;
    }
    note(range.upTo);
    return total;
  }

  /** What is damaged is noted by the store, which also has it repaired where it can. */
  async function verify(libraryId: LibraryId, { kind, id }: ObjectName): Promise<void> {
    try {
      await objects.library(libraryId).read(kind, id, { skipCache: true });
    } catch (error) {
      // Also what was collected, or purged, since the page was read.
      const isPurged = error instanceof DomainError && error.code === 'library-not-found';
      if (!isPurged && !isUnreadable(error)) throw error;
    }
  }

  return {
    begin: noted.begin,
    damageFound: damage.found,
    nameDamage: damage.name,

    /**
     * Reads what is due today. Where it was is noted while it goes on.
     * @throws the signal's reason; the system's errors
     */
    async beat(pace: Pace): Promise<void> {
      if (state !== 'resting') return;
      try {
        await noted.count(pace.signal);
        let due = noted.bytesDue();
        while (due > 0 && noted.isAnyOld()) due -= await readSome(due, pace);
      } finally {
        be('resting');
      }
      await damage.name(pace.signal);
    },

    /** Everything has been read since then. */
    wasRead(sinceSeconds: number): void {
      noted.addAll(sinceSeconds);
      events.emit({ type: 'integrity' });
    },

    /** @throws DomainError `permission-denied` */
    status(caller: Caller): HeartbeatStatus {
      requireAdministrator(caller);
      return { ...noted.coverage(), state, ...damage.known() };
    },
  };
}
