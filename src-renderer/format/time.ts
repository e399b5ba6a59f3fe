import { LOCALE } from '../i18n/language.ts';
import { t } from './messages.ts';

const relative = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' });
const dateTime = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short' });
const longDateTime = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'full', timeStyle: 'medium' });
const clockTime = new Intl.DateTimeFormat(LOCALE, { timeStyle: 'short' });
const shortDate = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium' });
const dayThisYear = new Intl.DateTimeFormat(LOCALE, { weekday: 'long', day: 'numeric', month: 'long' });
const dayOtherYear = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'long', year: 'numeric' });

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long ago, for the eye; older than a week it is the date. Pair it with `absoluteTime`. */
export function relativeTime(timeSeconds: number, nowSeconds: number): string {
  const age = nowSeconds - timeSeconds;
  if (age < 45) return age > -45 ? t('justNow') : dateTime.format(timeSeconds * 1000);
  if (age < HOUR) return relative.format(-Math.max(1, Math.round(age / MINUTE)), 'minute');
  if (age < DAY) return relative.format(-Math.max(1, Math.round(age / HOUR)), 'hour');
  if (age < 7 * DAY) return relative.format(-Math.max(1, Math.round(age / DAY)), 'day');
  return shortDate.format(timeSeconds * 1000);
}

/** Date and time to the second, for tooltips and screen readers. */
export function absoluteTime(timeSeconds: number): string {
  return longDateTime.format(timeSeconds * 1000);
}

export function dateAndTime(timeSeconds: number): string {
  return dateTime.format(timeSeconds * 1000);
}

export function timeOfDay(timeSeconds: number): string {
  return clockTime.format(timeSeconds * 1000);
}

/** A moment in the past, as near as it needs: `14:30`, and the date with it on another day. */
export function momentPast(timeSeconds: number, nowSeconds: number): string {
  return dayKey(timeSeconds) === dayKey(nowSeconds) ? timeOfDay(timeSeconds) : dateAndTime(timeSeconds);
}

/** A moment ahead, as near as it needs: `14:30`, `tomorrow, 08:00`, and the date beyond that. */
export function momentToCome(timeSeconds: number, nowSeconds: number): string {
  const key = dayKey(timeSeconds);
  if (key === dayKey(nowSeconds)) return timeOfDay(timeSeconds);
  if (key === dayKey(nowSeconds + DAY)) return t('tomorrowAt', { time: timeOfDay(timeSeconds) });
  return dateTime.format(timeSeconds * 1000);
}

/** A key that is equal for two times on the same local day. */
export function dayKey(timeSeconds: number): string {
  const date = new Date(timeSeconds * 1000);
  return `${date.getFullYear()}-${date.getMonth()}-${date.getDate()}`;
}

/** Heading of a day: `Today`, `Yesterday`, `Monday, November 3`, `November 3, 2024`. */
export function dayHeading(timeSeconds: number, nowSeconds: number): string {
  const key = dayKey(timeSeconds);
  if (key === dayKey(nowSeconds)) return t('today');
  if (key === dayKey(nowSeconds - DAY)) return t('yesterday');
  const sameYear = new Date(timeSeconds * 1000).getFullYear() === new Date(nowSeconds * 1000).getFullYear();
  return (sameYear ? dayThisYear : dayOtherYear).format(timeSeconds * 1000);
}

/** A span of days by its local midnights, the last one exclusive: `Nov 3, 2026`, `Nov 3 – 9, 2026`. */
export function dateSpan(start: Date, end: Date): string {
  const last = new Date(end.getTime() - 1);
  // A range takes fifteen times as long, also to find that it is none.
  return dayKey(start.getTime() / 1000) === dayKey(last.getTime() / 1000)
    ? shortDate.format(start)
    : shortDate.formatRange(start, last);
}
