import type { HistoryActivityJson } from '../../../src-shared/history-browsing-api.ts';
import { dayNumber, dayStart } from '../../format/day-number.ts';

const DAYS = 7;

/** A day of the last seven, and how many changes were made on it. */
export interface WeekDay {
  readonly start: Date;
  readonly end: Date;
  readonly changes: number;
}

/** When the first of the last seven days begins. */
export function weekStart(now: Date): Date {
  return dayStart(dayNumber(now) + 1 - DAYS);
}

/** The last seven days with what was done in all libraries, oldest first; the last one is today. */
export function weekDays(libraries: readonly HistoryActivityJson['days'][], now: Date): readonly WeekDay[] {
  const first = dayNumber(now) + 1 - DAYS;
  const all = libraries.flat();
  return Array.from({ length: DAYS }, (_, at) => {
    const day = first + at;
    const changes = all.reduce((sum, each) => sum + (each.day === day ? each.commits : 0), 0);
    return { start: dayStart(day), end: dayStart(day + 1), changes };
  });
}
