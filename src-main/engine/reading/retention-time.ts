import { passingRefusal } from '../../core/errors.ts';
import {
  type ClockReading,
  firstRetentionTime,
  isClockJump,
  isWaiting,
  nextRetentionTime,
  type RetentionTime,
} from '../../core/history/retention.ts';
import type { RetentionTimeTable } from '../../store/sqlite/retention-time.ts';
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
