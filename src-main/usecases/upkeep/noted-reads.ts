import {
  bytesDue,
  coverageOf,
  type DueRead,
  LAST_POSITION,
  nextRead,
  type ReadCoverage,
  type ReadRange,
  unreadRanges,
  withRead,
} from '../../core/objects/read-ranges.ts';
import type { Ports } from '../../engine/ports.ts';
import { yieldToEventLoop } from '../../engine/scheduling/yield-to-event-loop.ts';
import type { StoredOrder } from '../../store/stored-order.ts';

export interface NotedReadsDependencies extends Pick<Ports, 'readRangeTable' | 'clock'> {
  readonly stored: StoredOrder;
  /** Tells the data folder from copies of it. */
  readonly dataFolder: string;
}

const DAY_SECONDS = 86_400;
const ROWS_BEFORE_YIELD = 500;

/** What was read of all that is stored, and when. Survives a restart; in a copy of the data folder nothing was read yet. */
export function createNotedReads({ readRangeTable, stored, clock, dataFolder }: NotedReadsDependencies) {
  let ranges = readRangeTable.all(dataFolder);
  let countedAtMs = Number.NEGATIVE_INFINITY;

  function keep(changed: readonly ReadRange[]): void {
    readRangeTable.replace(dataFolder, changed);
    ranges = changed;
  }

  const coverage = (): ReadCoverage => coverageOf(ranges, clock.nowSeconds());

  return {
    coverage,

    begin(): void {
      // Everything in an empty store counts as read from now on. In any other, nothing is known about earlier reads.
      if (ranges.length === 0) keep(unreadRanges(stored.isEmpty() ? clock.nowSeconds() : 0));
    },

    /**
     * Counts what is in each range, once a day: what came and went since changes how much a day's part is.
     * @throws the signal's reason
     */
    async count(signal: AbortSignal): Promise<void> {
      if (clock.steadyMs() - countedAtMs < DAY_SECONDS * 1_000) return;
      const before = ranges;
      const bytes = before.map(() => 0);
      let at = 0;
      let rows = 0;
      for (const { position, sizeBytes } of stored.after('')) {
        while (position > (before[at]?.upTo ?? LAST_POSITION)) at += 1;
        bytes[at] = (bytes[at] ?? 0) + sizeBytes;
        rows += 1;
        if (rows % ROWS_BEFORE_YIELD !== 0) continue;
        await yieldToEventLoop();
        signal.throwIfAborted();
      }
      // A full check has read everything meanwhile.
      if (ranges !== before) return;
      keep(before.map((range, index) => ({ ...range, bytes: bytes[index] ?? 0 })));
      countedAtMs = clock.steadyMs();
    },

    bytesDue: (): number => bytesDue(ranges, clock.nowSeconds()),

    /** Whether anything was read, or written, more than a day ago. */
    isAnyOld: (): boolean => clock.nowSeconds() - coverage().oldestSeconds >= DAY_SECONDS,

    /** What was read longest ago. */
    next: (): DueRead => nextRead(ranges, clock.nowSeconds()),

    add(read: DueRead, found: Omit<ReadRange, 'upTo'>): void {
      keep(withRead(ranges, read, found));
    },

    /** Everything has been read since then. */
    addAll(sinceSeconds: number): void {
      keep([{ upTo: LAST_POSITION, sinceSeconds, bytes: coverage().bytes }]);
    },
  };
}
