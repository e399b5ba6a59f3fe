import { FIRST_SECOND, LAST_SECOND } from './limits.ts';

/** Whether a time in Unix seconds is one that calendars, pages and programs can show. */
export function isInCalendar(seconds: number): boolean {
  return seconds >= FIRST_SECOND && seconds <= LAST_SECOND;
}

/** The nearest such time: clients with a broken clock, and hostile ones, name others. */
export function inCalendar(seconds: number): number {
  return Math.min(Math.max(seconds, FIRST_SECOND), LAST_SECOND);
}

/** The row with a time that calendars have. */
export function datedInCalendar<T extends { readonly mtimeSeconds: number }>(row: T): T {
  return isInCalendar(row.mtimeSeconds) ? row : { ...row, mtimeSeconds: inCalendar(row.mtimeSeconds) };
}

/** The nearest time at which a commit can have been made: not before computers count from. */
export function commitTime(seconds: number): number {
  return Math.max(inCalendar(seconds), 0);
}
