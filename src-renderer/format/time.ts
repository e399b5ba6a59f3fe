import { LOCALE } from '../i18n/language.ts';
import { dayNumber } from './day-number.ts';
import { t } from './messages.ts';

const relative = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' });
const dateTime = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short' });
const longDateTime = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'full', timeStyle: 'medium' });
const clockTime = new Intl.DateTimeFormat(LOCALE, { timeStyle: 'short' });
const shortDate = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium' });
const shortMonth = new Intl.DateTimeFormat(LOCALE, { month: 'short' });
const monthAndYear = new Intl.DateTimeFormat(LOCALE, { month: 'short', year: 'numeric' });
const shortWeekday = new Intl.DateTimeFormat(LOCALE, { weekday: 'short' });
const onlyYear = new Intl.DateTimeFormat(LOCALE, { year: 'numeric' });
const dayThisYear = new Intl.DateTimeFormat(LOCALE, { weekday: 'long', day: 'numeric', month: 'long' });
const dayOtherYear = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'long', year: 'numeric' });

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

// Years of four digits. Times come from clients, and anything beyond is not a real date.
const FIRST_SECOND = -62_135_596_800;
const LAST_SECOND = 253_402_300_799;

/** Whether it is a time at all; for anything else, the functions here say that the time is not known. */
export function isKnownTime(timeSeconds: number): boolean {
  return timeSeconds >= FIRST_SECOND && timeSeconds <= LAST_SECOND;
}

/**
 * Whether something can have happened then. A time more than a day ahead came from a wrong clock: when something was saved
 * or changed is never given as a future time without a mark or words that say so.
 */
export function canHaveHappened(timeSeconds: number, nowSeconds: number): boolean {
  return isKnownTime(timeSeconds) && timeSeconds <= nowSeconds + DAY;
}

/** The local date of a time; null for an invalid one. */
function dateOf(timeSeconds: number): Date | null {
  return isKnownTime(timeSeconds) ? new Date(timeSeconds * 1000) : null;
}

function format(formatter: Intl.DateTimeFormat, timeSeconds: number): string {
  const date = dateOf(timeSeconds);
  return date === null ? t('unknownTime') : formatter.format(date);
}

function marked(words: string, timeSeconds: number, nowSeconds = Date.now() / 1000): string {
  const isWrong = isKnownTime(timeSeconds) && !canHaveHappened(timeSeconds, nowSeconds);
  return isWrong ? t('markedWrong', { time: words }) : words;
}

/** For programs, as the `datetime` of an element; undefined for an invalid one. */
export function machineTime(timeSeconds: number): string | undefined {
  return dateOf(timeSeconds)?.toISOString();
}

/** How long ago, as visible text; older than a week it is the date. Pair it with `absoluteTime`. */
export function relativeTime(timeSeconds: number, nowSeconds: number): string {
  if (!isKnownTime(timeSeconds)) return t('unknownTime');
  if (!canHaveHappened(timeSeconds, nowSeconds)) return t('byWrongClock');
  const age = nowSeconds - timeSeconds;
  if (age < 45) return age > -45 ? t('justNow') : format(dateTime, timeSeconds);
  if (age < HOUR) return relative.format(-Math.max(1, Math.round(age / MINUTE)), 'minute');
  if (age < DAY) return relative.format(-Math.max(1, Math.round(age / HOUR)), 'hour');
  // By the calendar: two evenings ago is not "yesterday" in the morning.
  const days = dayNumber(new Date(nowSeconds * 1000)) - dayNumber(new Date(timeSeconds * 1000));
  if (days < 7) return relative.format(-Math.max(1, days), 'day');
  return format(shortDate, timeSeconds);
}

/** Date and time to the second of what happened, for tooltips and screen readers. */
export function absoluteTime(timeSeconds: number): string {
  return marked(format(longDateTime, timeSeconds), timeSeconds);
}

/** Date and time of what happened; for future times use `dateToCome`. */
export function dateAndTime(timeSeconds: number): string {
  return marked(format(dateTime, timeSeconds), timeSeconds);
}

/** Date and time of what ends or begins then, however far ahead. */
export function dateToCome(timeSeconds: number): string {
  return format(dateTime, timeSeconds);
}

/** The day of what happened. */
export function dayPast(timeSeconds: number): string {
  return marked(format(shortDate, timeSeconds), timeSeconds);
}

/** The day of what ends or begins then. */
export function dayToCome(timeSeconds: number): string {
  return format(shortDate, timeSeconds);
}

export function timeOfDay(timeSeconds: number): string {
  return format(clockTime, timeSeconds);
}

/** A moment in the past, as precisely as needed: `14:30`, and the date with it on another day. */
export function momentPast(timeSeconds: number, nowSeconds: number): string {
  return dayKey(timeSeconds) === dayKey(nowSeconds) ? timeOfDay(timeSeconds) : dateAndTime(timeSeconds);
}

/** A future moment, as precisely as needed: `14:30`, `tomorrow, 08:00`, and the date beyond that. */
export function momentToCome(timeSeconds: number, nowSeconds: number): string {
  const key = dayKey(timeSeconds);
  if (key === dayKey(nowSeconds)) return timeOfDay(timeSeconds);
  if (key === dayKey(nowSeconds + DAY)) return t('tomorrowAt', { time: timeOfDay(timeSeconds) });
  return dateToCome(timeSeconds);
}

/** A key that is equal for two times on the same local day, and for all invalid times. */
export function dayKey(timeSeconds: number): string {
  const date = dateOf(timeSeconds);
  return date === null ? 'unknown' : `${date.getFullYear()}-${date.getMonth()}-${date.getDate()}`;
}

/**
 * Heading of a day: `Today`, `Yesterday`, `Monday, November 3`, `November 3, 2024`, `Unknown day`; with a mark when it is in
 * the future.
 */
export function dayHeading(timeSeconds: number, nowSeconds: number): string {
  const date = dateOf(timeSeconds);
  if (date === null) return t('unknownDay');
  const key = dayKey(timeSeconds);
  if (key === dayKey(nowSeconds)) return t('today');
  if (key === dayKey(nowSeconds - DAY)) return t('yesterday');
  const sameYear = date.getFullYear() === dateOf(nowSeconds)?.getFullYear();
  return marked((sameYear ? dayThisYear : dayOtherYear).format(date), timeSeconds, nowSeconds);
}

/** A span of days by its local midnights, the last one exclusive: `Nov 3, 2026`, `Nov 3 – 9, 2026`. */
export function dateSpan(start: Date, end: Date): string {
  const last = new Date(end.getTime() - 1);
  // Formatting a range takes fifteen times as long, even if it turns out to be a single day.
  return dayKey(start.getTime() / 1000) === dayKey(last.getTime() / 1000)
    ? shortDate.format(start)
    : shortDate.formatRange(start, last);
}

/** `Nov`, and in January the year with it. */
export function monthName(date: Date): string {
  return date.getMonth() === 0 ? monthAndYear.format(date) : shortMonth.format(date);
}

/** `Mon`. */
export function weekdayName(date: Date): string {
  return shortWeekday.format(date);
}

export function yearName(date: Date): string {
  return onlyYear.format(date);
}

/** How much longer something is kept, as precisely as needed: `in 12 days`, `in 3 hours`, `soon`. */
export function timeLeft(endSeconds: number, nowSeconds: number): string {
  const left = endSeconds - nowSeconds;
  if (left >= DAY) return t('inDays', { count: Math.floor(left / DAY) });
  return left >= HOUR ? t('inHours', { count: Math.floor(left / HOUR) }) : t('soon');
}
