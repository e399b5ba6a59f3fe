import type { ChangeKindJson } from '../../src-shared/change-log-api.ts';
import { daySpan, spanAmong } from './day-span.ts';
import { type FilterPart, filterParts, withPart } from './filter-parts.ts';
import { pathNames } from './path.ts';

/** What was typed to filter a history, parsed. Null means not filtered by. */
export interface HistoryFilter {
  /** An absolute path. */
  readonly path: string | null;
  readonly by: string | null;
  readonly device: string | null;
  readonly type: ChangeKindJson | null;
  /** Seconds: from the start of a day on, up to the start of a day. */
  readonly after: number | null;
  readonly before: number | null;
  readonly text: string | null;
  /** Parts that mean nothing, as typed; they are ignored. */
  readonly unknown: readonly string[];
}

/** The words before a colon. */
export type FilterKey = 'path' | 'by' | 'device' | 'type' | 'after' | 'before';

const KEYS: readonly FilterKey[] = ['path', 'by', 'device', 'type', 'after', 'before'];

/** Kinds of change, by the word that users type. */
export const CHANGE_KINDS: ReadonlyMap<string, ChangeKindJson> = new Map([
  ['added', 'added'],
  ['changed', 'modified'],
  ['removed', 'removed'],
  ['renamed', 'renamed'],
]);

const partsOf = (typed: string) => filterParts(typed, KEYS);

const seconds = (date: Date) => Math.max(0, Math.floor(date.getTime() / 1000));

function meaningOf(key: FilterKey, value: string, now: Date): string | number | null {
  switch (key) {
    case 'path':
      return `/${pathNames(value).join('/')}`;
    case 'type':
      return CHANGE_KINDS.get(value.toLowerCase()) ?? null;
    case 'after':
    case 'before': {
      const span = daySpan(value, now);
      return span === null ? null : seconds(span.start);
    }
    case 'by':
    case 'device':
      return value;
  }
}

/**
 * Parses `path:Trip/Italy by:anna type:removed after:2026-01-31 words`; if a key is given twice, the last one counts. A time
 * among the words (`yesterday`, `last week`, `2026-01`) stands for its days, unless it is in quotes or days are given.
 */
export function parseHistoryFilter(typed: string, now = new Date()): HistoryFilter {
  const found: Record<string, string | number> = {};
  const words: string[] = [];
  const quoted: string[] = [];
  const unknown: string[] = [];
  for (const { key, value, typed: whole } of partsOf(typed)) {
    if (key === null) (whole.startsWith('"') ? quoted : words).push(value);
    else if (value !== '') {
      const meaning = meaningOf(key, value, now);
      if (meaning === null) unknown.push(whole);
      else found[key] = meaning;
    }
  }
  const hasDays = found['after'] !== undefined || found['before'] !== undefined;
  const among = hasDays ? null : spanAmong(words, now);
  if (among !== null) {
    found['after'] = seconds(among.span.start);
    found['before'] = seconds(among.span.end);
  }
  const text = [...(among?.rest ?? words), ...quoted].join(' ').trim();
  const textOf = (key: FilterKey) => (typeof found[key] === 'string' ? found[key] : null);
  const type = [...CHANGE_KINDS.values()].find((kind) => kind === found['type']) ?? null;
  const timeOf = (key: FilterKey) => (typeof found[key] === 'number' ? found[key] : null);
  return {
    ...{ path: textOf('path'), by: textOf('by'), device: textOf('device'), type },
    ...{ after: timeOf('after'), before: timeOf('before'), text: text || null, unknown },
  };
}

/** Whether it filters anything. */
export function isFiltering({ unknown: _unknown, ...parts }: HistoryFilter): boolean {
  return Object.values(parts).some((part) => part !== null);
}

/** What was typed, with another value for a key; an empty one removes the key. */
export function withFilterPart(typed: string, key: FilterKey, value: string): string {
  return withPart(partsOf(typed), key, value);
}

/** A day as filters spell it. */
export function filterDay(date: Date): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** What was typed, with these days (`yesterday`) in place of all others, whether among the words or given by a key. */
export function withSpan(typed: string, span: string, now = new Date()): string {
  const parts = partsOf(typed).filter(({ key }) => key !== 'after' && key !== 'before');
  const isWord = (part: FilterPart<FilterKey>) => part.key === null && !part.typed.startsWith('"');
  const words = parts.filter(isWord).map((part) => part.typed);
  const rest = parts.filter((part) => !isWord(part)).map((part) => part.typed);
  return [span, ...(spanAmong(words, now)?.rest ?? words), ...rest].join(' ');
}
