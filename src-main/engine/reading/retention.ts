import { passingRefusal } from '../../core/errors.ts';
import {
  type ClockReading,
  firstRetentionTime,
  type HistoryWindow,
  historyWindow,
  isClockJump,
  isWaiting,
  nextRetentionTime,
  type RetentionTime,
} from '../../core/history/retention.ts';
import type { Library } from '../../core/library/library.ts';
import type { HistoryTable } from '../../store/sqlite/history.ts';
import type { RetentionTimeTable } from '../../store/sqlite/server-settings.ts';
import type { RunningClock } from '../ports.ts';

export interface RetentionClockDependencies {
  readonly retentionTime: RetentionTimeTable;
  readonly clock: RunningClock;
}

const CHECK_SECONDS = 60;

/** Says what time it is for whatever expires; the rule is `core/history/retention.ts`. Made once a process. */
export type RetentionClock = ReturnType<typeof createRetentionClock>;

export function createRetentionClock({ retentionTime, clock }: RetentionClockDependencies) {
  const known = retentionTime.find();
  let checked = known ?? firstRetentionTime(clock.nowSeconds());
  let checkedAtMs = clock.steadyMs();
  let savedAtMs = Number.NEGATIVE_INFINITY;

  function read(): ClockReading {
    const elapsedSeconds = Math.max(0, Math.floor((clock.steadyMs() - checkedAtMs) / 1000));
    return { wallSeconds: clock.nowSeconds(), elapsedSeconds };
  }

  function save(): void {
    savedAtMs = clock.steadyMs();
    try {
      retentionTime.save(checked);
    } catch (error) {
      // The older record stays: compared with it the next start waits longer, and never too short.
      if (passingRefusal(error) === null) throw error;
    }
  }

  function check(reading: ClockReading): void {
    checked = nextRetentionTime(checked, reading);
    checkedAtMs += reading.elapsedSeconds * 1000;
  }

  /** Jumps within a minute add up, because each look compares with the last check. */
  function current(): RetentionTime {
    const reading = read();
    const isSaveDue = clock.steadyMs() - savedAtMs >= CHECK_SECONDS * 1000;
    if (!isSaveDue && !isClockJump(checked, reading)) return nextRetentionTime(checked, reading);
    check(reading);
    if (isSaveDue) save();
    return checked;
  }

  /** Checks and notes it now: for the start, the end, and at times when no request does. */
  function note(): void {
    check(read());
    save();
  }

  note();
  return {
    /** Unix seconds, never later than the wall clock. */
    nowSeconds: () => current().trustedSeconds,
    /** Whether it stands still because the clock jumped. */
    isWaiting: () => isWaiting(current()),
    note,
  };
}

/**
 * Seq of the oldest commit that retention shows and whose content is kept. The newest commit at or before the cutoff is among them: an edit
 * after it still has a "before".
 */
export function oldestShownSeq(
  { headSeq, retainedFromSeq }: Pick<Library, 'headSeq' | 'retainedFromSeq'>,
  window: HistoryWindow,
  newestSeqAt: (atSeconds: number) => number,
): number {
  if (window.kind === 'all') return retainedFromSeq;
  if (window.kind === 'head-only') return headSeq;
  return Math.min(headSeq, Math.max(retainedFromSeq, newestSeqAt(window.cutoffSeconds)));
}

export interface ShownHistoryDependencies {
  readonly historyTable: Pick<HistoryTable, 'newestSeqAt'>;
  readonly retention: Pick<RetentionClock, 'nowSeconds'>;
}

/** Seq of the oldest commit of a library that is shown at present. */
export function oldestShownNow(
  { historyTable, retention }: ShownHistoryDependencies,
  library: Library,
): number {
  const window = historyWindow({ ...library, nowSeconds: retention.nowSeconds() });
  return oldestShownSeq(library, window, (atSeconds) => historyTable.newestSeqAt(library.id, atSeconds));
}

/** Time at or after which retention leaves deletions to be seen; null when it leaves none. */
export function retainedSince(library: Library, nowSeconds: number): number | null {
  const window = historyWindow({ ...library, nowSeconds });
  if (window.kind === 'head-only') return null;
  return window.kind === 'all' ? 0 : window.cutoffSeconds + 1;
}
