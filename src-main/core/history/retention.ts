import { SERVER_DEFAULTS } from '../../../src-shared/server-defaults.ts';

/** Retention of new libraries until an administrator sets one. */
export const FIRST_KEEP_DAYS: number = SERVER_DEFAULTS.keepDays;

/** Which part of a library's history may be seen. */
export type HistoryWindow =
  | { readonly kind: 'all' }
  | { readonly kind: 'head-only' }
  /** Commits after the cutoff, and the newest one at or before it: the version that the oldest of them changed. */
  | { readonly kind: 'since'; readonly cutoffSeconds: number };

const DAY_SECONDS = 86_400;

/**
 * What retention and a cut of the history leave to be seen.
 * @param rule `keepDays`: negative everything, 0 only the head, n days. `historyFromSeconds`: where the user cut the
 * history, 0 for never.
 */
export function historyWindow(rule: {
  keepDays: number;
  historyFromSeconds: number;
  nowSeconds: number;
}): HistoryWindow {
  const { keepDays, historyFromSeconds, nowSeconds } = rule;
  if (keepDays === 0) return { kind: 'head-only' };
  if (keepDays > 0) {
    const oldestKeptSeconds = Math.max(0, nowSeconds - keepDays * DAY_SECONDS);
    return { kind: 'since', cutoffSeconds: Math.max(oldestKeptSeconds, historyFromSeconds) };
  }
  return historyFromSeconds > 0 ? { kind: 'since', cutoffSeconds: historyFromSeconds } : { kind: 'all' };
}

/**
 * The time that retention and the grace period of garbage collection go by. It follows the wall clock, but does not
 * take a clock that was set wrong for time that has passed.
 */
export interface RetentionTime {
  /** What expires is judged as if it were now. Never later than `wallSeconds`. */
  readonly trustedSeconds: number;
  /** The wall clock when it was last looked at. */
  readonly wallSeconds: number;
  /** How long the service has been running since the clock jumped; `SETTLED_SECONDS` when nothing is waited for. */
  readonly steadySeconds: number;
}

/** What the clocks say at a check. */
export interface ClockReading {
  readonly wallSeconds: number;
  /** Running time since the check before, from a clock that cannot be set; 0 at a start. */
  readonly elapsedSeconds: number;
}

/** More than this between two checks, beyond the running time between them, is a jump. Time zones are no part of it. */
const JUMP_SECONDS = 86_400;
/** So long must the service run before it believes a clock that jumped on. */
const SETTLED_SECONDS = 86_400;

/** The retention time where none was kept: there is nothing yet that the clock could be compared with. */
export function firstRetentionTime(wallSeconds: number): RetentionTime {
  return followed(wallSeconds);
}

/** Whether retention time stands still until the service has run long enough. */
export function isWaiting({ steadySeconds }: RetentionTime): boolean {
  return steadySeconds < SETTLED_SECONDS;
}

/** Whether the wall clock moved by more than a day, on or back, that the running time does not explain. */
export function isClockJump(before: RetentionTime, { wallSeconds, elapsedSeconds }: ClockReading): boolean {
  return Math.abs(wallSeconds - before.wallSeconds - elapsedSeconds) > JUMP_SECONDS;
}

/**
 * Retention time at the next check. A clock that went back takes it back, which keeps more. A clock that jumped on
 * stops it until the service has been running for 24 hours without another jump, then it catches up; a clock that
 * comes back to within a day of it was right before. A computer that was switched off or asleep for more than a day
 * looks the same as a clock that jumped on, so who returns after two weeks' holiday sees nothing expire during the
 * first 24 hours of running; where no run of a day without such a pause ever comes together, nothing expires at all.
 */
export function nextRetentionTime(before: RetentionTime, reading: ClockReading): RetentionTime {
  const { wallSeconds, elapsedSeconds } = reading;
  const trustedSeconds = Math.min(before.trustedSeconds, wallSeconds);
  const isJump = isClockJump(before, reading);
  if (!isWaiting(before)) {
    const isStopped = isJump && wallSeconds > before.wallSeconds;
    return isStopped ? { trustedSeconds, wallSeconds, steadySeconds: 0 } : followed(wallSeconds);
  }
  const steadySeconds = isJump ? 0 : before.steadySeconds + elapsedSeconds;
  const isBack = wallSeconds - trustedSeconds <= JUMP_SECONDS;
  return isBack || steadySeconds >= SETTLED_SECONDS
    ? followed(wallSeconds)
    : { trustedSeconds, wallSeconds, steadySeconds };
}

function followed(wallSeconds: number): RetentionTime {
  return { trustedSeconds: wallSeconds, wallSeconds, steadySeconds: SETTLED_SECONDS };
}
