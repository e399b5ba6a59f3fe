import { COMMIT_TITLES, type Telling, titleOf } from '../../src-shared/commit-title.ts';
import type { CommitSummaryJson } from '../../src-shared/contents-api.ts';
import { LANGUAGES, type Language } from '../../src-shared/languages.ts';
import type { Catalog } from '../../src-shared/message-values.ts';
import { CATALOGS } from './catalogs.ts';
import { messages } from './messages.ts';

/** Titles of commits, in the words of the page. */
export const commitTitleMessages = messages('commit-title', COMMIT_TITLES);

const tellings = new Map<Language, Telling>();

function tellingIn(language: Language): Telling {
  const format = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium' });
  return {
    say: commitTitleMessages(language),
    name: (name) => name,
    day: (atSeconds) => format.format(new Date(atSeconds * 1000)),
  };
}

/** What a commit did, in a sentence without a stop; null: its description has to do. */
export function commitTitle(summary: CommitSummaryJson, language: Language): string | null {
  const telling = tellings.get(language) ?? tellingIn(language);
  tellings.set(language, telling);
  return titleOf(summary, telling);
}

/** All words that titles have but names and numbers, in small letters: what is not in them is a name. */
export function commitTitleWords(language: Language): string {
  const catalog: Catalog = language === 'en' ? {} : CATALOGS[language];
  const texts = Object.entries(COMMIT_TITLES).map(([key, text]) => catalog['commit-title']?.[key] ?? text);
  const months = Array.from({ length: 12 }, (_, month) => monthName(language, month));
  return [...texts, ...months].join(' ').toLowerCase();
}

function monthName(language: Language, month: number): string {
  const date = new Date(Date.UTC(2026, month, 15));
  return new Intl.DateTimeFormat(localeOf(language), { month: 'short', timeZone: 'UTC' }).format(date);
}

function localeOf(language: Language): string {
  return LANGUAGES.find(({ key }) => key === language)?.locale ?? 'en-GB';
}
