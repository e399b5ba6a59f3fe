import type { SearchTypeJson } from '../../src-shared/search-api.ts';
import { daySpan } from './day-span.ts';
import { filterParts, withPart } from './filter-parts.ts';

/** What was typed into the search, parsed. Null means not filtered by. */
export interface SearchFilter {
  readonly words: string;
  /** A library's name or id, as typed. */
  readonly library: string | null;
  readonly type: SearchTypeJson | null;
  /** Seconds: from the start of a day on, up to the start of a day. */
  readonly after: number | null;
  readonly before: number | null;
  /** Parts that mean nothing, as typed; they are ignored. */
  readonly unknown: readonly string[];
}

const KEYS = ['library', 'type', 'date', 'after', 'before'] as const;

/** The words before a colon. */
export type SearchKey = (typeof KEYS)[number];

/** Kinds of files, by the word that users type. */
export const SEARCH_TYPES: readonly SearchTypeJson[] = [
  'folder',
  'text',
  'document',
  'picture',
  'sound',
  'film',
];

const seconds = (date: Date) => Math.max(0, Math.floor(date.getTime() / 1000));

/**
 * Parses `plan library:"Family photos" type:picture date:"last week" after:2026-01-31`. If a key is given twice, the last
 * one counts. Days among the words count as words, as they are part of many names.
 */
export function parseSearchFilter(typed: string, now = new Date()): SearchFilter {
  const words: string[] = [];
  const unknown: string[] = [];
  let found: Partial<SearchFilter> = {};
  for (const { key, value, typed: whole } of filterParts(typed, KEYS)) {
    if (key === null) words.push(value);
    else if (value !== '') {
      const meaning = meaningOf(key, value, now);
      if (meaning === null) unknown.push(whole);
      found = { ...found, ...meaning };
    }
  }
  const nothing = { library: null, type: null, after: null, before: null };
  return { ...nothing, ...found, words: words.join(' ').trim(), unknown };
}

function meaningOf(key: SearchKey, value: string, now: Date): Partial<SearchFilter> | null {
  if (key === 'library') return { library: value };
  if (key === 'type') {
    const type = SEARCH_TYPES.find((known) => known === value.toLowerCase());
    return type === undefined ? null : { type };
  }
  const span = daySpan(value, now);
  if (span === null) return null;
  const [start, end] = [seconds(span.start), seconds(span.end)];
  if (key === 'after') return { after: start };
  return key === 'before' ? { before: start } : { after: start, before: end };
}

/** What was typed, with another value for a key; an empty one removes the key. A date replaces all other days. */
export function withSearchPart(typed: string, key: SearchKey, value: string): string {
  const isDay = (other: SearchKey | null) => other === 'after' || other === 'before';
  const parts = filterParts(typed, KEYS).filter((part) => key !== 'date' || !isDay(part.key));
  return withPart(parts, key, value);
}

/** The value that a key has in what was typed; empty: none. */
export function searchPart(typed: string, key: SearchKey): string {
  return filterParts(typed, KEYS).findLast((part) => part.key === key)?.value ?? '';
}
