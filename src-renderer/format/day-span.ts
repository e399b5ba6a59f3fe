import { LOCALE } from '../i18n/language.ts';
import { t } from './history-filter/messages.ts';

/** Days in local time: from the start of one up to the start of another. */
export interface DaySpan {
  readonly start: Date;
  readonly end: Date;
}

type SpanKey = keyof typeof t.english;

const SPANS: Readonly<Record<SpanKey, (now: Date) => DaySpan>> = {
  today: (now) => days(now, 0, 1),
  yesterday: (now) => days(now, -1, 1),
  thisWeek: (now) => days(now, -daysIntoWeek(now), 7),
  lastWeek: (now) => days(now, -daysIntoWeek(now) - 7, 7),
  thisMonth: (now) => month(now.getFullYear(), now.getMonth()),
  lastMonth: (now) => month(now.getFullYear(), now.getMonth() - 1),
};

/** Every name of a span, in the language of the page and in English, in lower case. */
const NAMES: ReadonlyMap<string, SpanKey> = new Map(
  (Object.keys(t.english) as SpanKey[]).flatMap((key) => [
    [t.english[key], key] as const,
    [t(key).toLowerCase(), key] as const,
  ]),
);

/** As many words as the longest name has. */
const MOST_WORDS = Math.max(...[...NAMES.keys()].map((name) => name.split(' ').length));

const DAY = /^(\d{4})-(\d{1,2})(?:-(\d{1,2}))?$/;

/** `today`, `last week`, `2026-01-31`, `2026-01`; null for anything else. */
export function daySpan(text: string, now: Date): DaySpan | null {
  const key = NAMES.get(text.toLowerCase());
  return key === undefined ? dateSpan(text) : SPANS[key](now);
}

/** The first span among words, and the words left over. */
export function spanAmong(words: readonly string[], now: Date): { span: DaySpan; rest: string[] } | null {
  for (const at of words.keys()) {
    for (let count = MOST_WORDS; count > 0; count--) {
      const span = daySpan(words.slice(at, at + count).join(' '), now);
      if (span !== null) return { span, rest: words.toSpliced(at, count) };
    }
  }
  return null;
}

function dateSpan(text: string): DaySpan | null {
  const match = DAY.exec(text);
  if (match === null) return null;
  const [, year = 0, monthNumber = 0, day = 0] = match.map(Number);
  if (monthNumber < 1 || monthNumber > 12) return null;
  if (match[3] === undefined) return month(year, monthNumber - 1);
  const start = new Date(year, monthNumber - 1, day);
  return start.getMonth() + 1 === monthNumber && start.getDate() === day ? days(start, 0, 1) : null;
}

function days(from: Date, offset: number, count: number): DaySpan {
  const at = (day: number) => new Date(from.getFullYear(), from.getMonth(), from.getDate() + day);
  return { start: at(offset), end: at(offset + count) };
}

function month(year: number, index: number): DaySpan {
  return { start: new Date(year, index, 1), end: new Date(year, index + 1, 1) };
}

interface WeekInfo {
  /** 1: Monday. */
  readonly firstDay: number;
}

function daysIntoWeek(now: Date): number {
  const locale: Intl.Locale & { getWeekInfo?: () => WeekInfo } = new Intl.Locale(LOCALE);
  const { firstDay = 1 } = locale.getWeekInfo?.() ?? {};
  return (now.getDay() - (firstDay % 7) + 7) % 7;
}
