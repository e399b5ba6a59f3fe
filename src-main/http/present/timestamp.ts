import { isInCalendar } from '../../core/calendar.ts';

/** The `YYYY-MM-DDTHH:MM:SS+00:00` form of Unix seconds; empty for a time that is unknown or beyond the calendar. */
export function timestamp(seconds: number | null): string {
  const text = isoOf(seconds);
  return text === '' ? '' : `${text}+00:00`;
}

/** The same without an offset. */
export function isoOf(seconds: number | null): string {
  if (seconds === null || !isInCalendar(seconds)) return '';
  return new Date(seconds * 1000).toISOString().slice(0, 19);
}
