import { type Caller, requireAdministrator } from '../../core/access/caller.ts';
import { DomainError } from '../../core/errors.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import {
  bytesDue,
  coverageOf,
  LAST_PLACE,
  nextRead,
  type ReadCoverage,
  type ReadRange,
  unreadRanges,
  withRead,
} from '../../core/objects/read-ranges.ts';
import { pathsOfObjects } from '../../engine/objects/damaged-paths.ts';
import type { Ports } from '../../engine/ports.ts';
import { yieldToEventLoop } from '../../engine/scheduling/yield-to-event-loop.ts';
import type { DamagedObject, ObjectName } from '../../store/objects/object-store.ts';
import type { StoredOrder } from '../../store/stored-order.ts';

export interface HeartbeatDependencies
  extends Pick<Ports, 'readRangeTable' | 'libraryTable' | 'objects' | 'clock' | 'events'> {
  readonly stored: StoredOrder;
  /** Tells the data folder from copies of it. */
  readonly dataFolder: string;
}

/** How reading makes way for others. */
export interface Pace {
  readonly signal: AbortSignal;
  /** Whether a person, a client or other upkeep is at work. */
  readonly isBusy: () => boolean;
  /** Ends early, without an error, when the signal does. */
  readonly wait: (ms: number) => Promise<unknown>;
}

/** A stored object that is damaged, and what needs it. */
export interface NamedDamage extends DamagedObject {
  readonly libraryId: LibraryId;
  readonly libraryName: string;
  /** What needs it today; empty: nothing, as far as was looked, so only earlier versions do. */
  readonly path: string;
}

export interface HeartbeatStatus extends ReadCoverage {
  readonly state: 'resting' | 'reading' | 'waiting';
  /** The first of them. */
  readonly damaged: readonly NamedDamage[];
  /** At most `DAMAGE_COUNTED`. */
  readonly damagedCount: number;
}

const DAY_SECONDS = 86_400;
const DAY_MS = DAY_SECONDS * 1_000;
/** 20 MB a second, of a disk that nobody else wants: an office's 100 GB are three minutes a day. */
const BYTES_A_MS = 20_000;
const REST_MS = 50;
const BUSY_LOOK_MS = 2_000;
/** What a kill makes be read again. */
const NOTED_EVERY_BYTES = 64 * 1024 * 1024;
const NOTED_EVERY_MS = 30_000;
const ROWS_BEFORE_YIELD = 500;
const DAMAGE_TOLD = 20;
const DAMAGE_COUNTED = 1_000;
/** Some seconds. */
const ENTRIES_SEARCHED = 200_000;

/** Reads and verifies everything that is stored, a part each day, what was read longest ago first. */
export type Heartbeat = ReturnType<typeof createHeartbeat>;

export function createHeartbeat(deps: HeartbeatDependencies) {
  const { readRangeTable, stored, objects, clock, events, dataFolder } = deps;
  const damage = createDamage(deps);
  let ranges = readRangeTable.all(dataFolder);
  let state: HeartbeatStatus['state'] = 'resting';
  let countedAtMs = Number.NEGATIVE_INFINITY;

  function begin(): void {
    // What is written from now on was never unread. Where something is, nobody knows since when it lies there.
    if (ranges.length === 0) keep(unreadRanges(stored.isEmpty() ? clock.nowSeconds() : 0));
  }

  function keep(changed: readonly ReadRange[]): void {
    readRangeTable.replace(dataFolder, changed);
    ranges = changed;
  }

  function be(next: HeartbeatStatus['state']): void {
    const isNews = (state === 'resting') !== (next === 'resting');
    state = next;
    // Not of each rest: who is told asks, which is work that is waited for.
    if (isNews) events.emit({ type: 'integrity' });
  }

  /** Counts what is in each range, once a day: what came and went since changes how much a day's part is. */
  async function count({ signal }: Pace): Promise<void> {
    if (clock.steadyMs() - countedAtMs < DAY_MS) return;
    const before = ranges;
    const bytes = before.map(() => 0);
    let at = 0;
    let rows = 0;
    for (const { place, sizeBytes } of stored.after('')) {
      while (place > (before[at]?.upTo ?? LAST_PLACE)) at += 1;
      bytes[at] = (bytes[at] ?? 0) + sizeBytes;
      rows += 1;
      if (rows % ROWS_BEFORE_YIELD !== 0) continue;
      await yieldToEventLoop();
      signal.throwIfAborted();
    }
    if (ranges !== before) return;
    keep(before.map((range, index) => ({ ...range, bytes: bytes[index] ?? 0 })));
    countedAtMs = clock.steadyMs();
  }

  /** Reads some of what was read longest ago, and returns how many bytes that were. */
  async function readSome(dueBytes: number, pace: Pace): Promise<number> {
    const range = nextRead(ranges, clock.nowSeconds());
    const rest = createRest(clock, pace, be);
    let noted = { after: range.after, sinceSeconds: clock.nowSeconds(), atMs: clock.steadyMs(), bytes: 0 };
    let total = 0;
    const note = (upTo: string) => {
      const { after, sinceSeconds, bytes } = noted;
      keep(withRead(ranges, { after, upTo }, { sinceSeconds, bytes }));
      noted = { after: upTo, sinceSeconds: clock.nowSeconds(), atMs: clock.steadyMs(), bytes: 0 };
    };
    for (const { libraryId, place, kind, id, sizeBytes } of stored.after(range.after)) {
      if (place > range.upTo) break;
      await rest(() => verify(libraryId, { kind, id }), sizeBytes);
      noted.bytes += sizeBytes;
      total += sizeBytes;
      const isLong = noted.bytes >= NOTED_EVERY_BYTES || clock.steadyMs() - noted.atMs >= NOTED_EVERY_MS;
      if (total >= dueBytes || isLong) note(place);
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
      if (!(error instanceof DomainError) || !PASSING.has(error.code)) throw error;
    }
  }

  return {
    begin,
    /** Told of each object that turns out to be damaged, whoever read it. */
    damageFound: damage.changed,
    nameDamage: damage.name,

    /**
     * Reads what is due today. Where it was is noted while it goes on.
     * @throws the signal's reason; the system's errors
     */
    async beat(pace: Pace): Promise<void> {
      if (state !== 'resting') return;
      try {
        await count(pace);
        let due = bytesDue(ranges, clock.nowSeconds());
        const isAnyOld = () => {
          const nowSeconds = clock.nowSeconds();
          return nowSeconds - coverageOf(ranges, nowSeconds).oldestSeconds >= DAY_SECONDS;
        };
        while (due > 0 && isAnyOld()) due -= await readSome(due, pace);
      } finally {
        be('resting');
      }
      await damage.name(pace.signal);
    },

    /** Everything has been read since then. */
    wasRead(sinceSeconds: number): void {
      const { bytes } = coverageOf(ranges, clock.nowSeconds());
      keep([{ upTo: LAST_PLACE, sinceSeconds, bytes }]);
      events.emit({ type: 'integrity' });
    },

    /** @throws DomainError `permission-denied` */
    status(caller: Caller): HeartbeatStatus {
      requireAdministrator(caller);
      return { ...coverageOf(ranges, clock.nowSeconds()), state, ...damage.known() };
    },
  };
}

const PASSING: ReadonlySet<string> = new Set(['object-missing', 'object-corrupt', 'library-not-found']);

/** Damage that is on record, and its names. */
function createDamage({ objects, libraryTable, events }: HeartbeatDependencies) {
  /** By library, head and object; empty: nothing needs it today. */
  let paths: ReadonlyMap<string, string> = new Map();
  let told = 0;

  function* all(): Iterable<{ library: ReturnType<typeof libraryTable.allKept>[number] } & DamagedObject> {
    for (const library of libraryTable.allKept())
      for (const object of objects.library(library.id).damaged()) yield { library, ...object };
  }

  return {
    known() {
      const damaged: NamedDamage[] = [];
      let damagedCount = 0;
      for (const { library, ...object } of all()) {
        damagedCount += 1;
        if (damagedCount >= DAMAGE_COUNTED) break;
        if (damaged.length === DAMAGE_TOLD) continue;
        const path = paths.get(library.headId + object.kind + object.id) ?? '';
        damaged.push({ libraryId: library.id, libraryName: library.name, ...object, path });
      }
      return { damaged, damagedCount };
    },

    changed(): void {
      // It may be repaired by when it is looked at again, which is news then.
      told = -1;
      events.emit({ type: 'integrity' });
    },

    /** Finds out what needs the first of what is damaged. */
    async name(signal: AbortSignal): Promise<void> {
      const named = new Map<string, string>();
      const wanted = new Map<LibraryId, Set<string>>();
      let count = 0;
      for (const { library, kind, id } of all()) {
        count += 1;
        if (count > DAMAGE_TOLD) break;
        if (kind !== 'commit') wanted.set(library.id, (wanted.get(library.id) ?? new Set()).add(id));
      }
      for (const [libraryId, ids] of wanted) {
        const library = libraryTable.find(libraryId);
        if (library === null) continue;
        const search = { wanted: ids, most: ENTRIES_SEARCHED, signal };
        const found = await pathsOfObjects(objects.library(libraryId), library.rootId, search);
        for (const kind of ['fs', 'block'] as const)
          for (const [id, path] of found) named.set(library.headId + kind + id, path);
      }
      const isOther = [...named].some(([key, path]) => paths.get(key) !== path);
      const isNews = count !== told || named.size !== paths.size || isOther;
      paths = named;
      told = count;
      if (isNews) events.emit({ type: 'integrity' });
    },
  };
}

/** Carries out reads one after the other, so that half of the time, and of a disk most of it, is left to others. */
function createRest(
  clock: Ports['clock'],
  { signal, isBusy, wait }: Pace,
  be: (state: HeartbeatStatus['state']) => void,
) {
  let owedMs = Number.POSITIVE_INFINITY;
  return async (work: () => Promise<void>, bytes: number): Promise<void> => {
    if (owedMs >= REST_MS) {
      if (Number.isFinite(owedMs)) await wait(owedMs);
      owedMs = 0;
      while (isBusy() && !signal.aborted) {
        be('waiting');
        await wait(BUSY_LOOK_MS);
      }
      signal.throwIfAborted();
      be('reading');
    }
    const startedMs = clock.steadyMs();
    await work();
    const tookMs = clock.steadyMs() - startedMs;
    owedMs += Math.max(tookMs, bytes / BYTES_A_MS - tookMs);
  };
}
