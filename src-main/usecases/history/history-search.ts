import type { Language } from '../../../src-shared/languages.ts';
import type { Caller } from '../../core/access/caller.ts';
import type { CommitSummary } from '../../core/history/commit-summary.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { ancestorsOf } from '../../core/library/path.ts';
import { oldestShownNow, type ShownHistoryDependencies } from '../../engine/reading/retention.ts';
import { yieldToEventLoop } from '../../engine/scheduling/yield-to-event-loop.ts';
import type { CommitNoteTable } from '../../store/sqlite/commit-notes.ts';
import type { HistoryEntry, HistoryTable } from '../../store/sqlite/history.ts';
import type { CommitFilter, DayActivity, HistorySearchTable } from '../../store/sqlite/history-search.ts';
import type { LibraryAccess } from '../access/library-access.ts';
import type { People } from '../access/people.ts';
import type { CommitView, HistoryService } from './history.ts';

export interface HistorySearchDependencies extends ShownHistoryDependencies {
  readonly access: LibraryAccess;
  readonly historyTable: HistoryTable;
  readonly historySearchTable: HistorySearchTable;
  readonly views: Pick<HistoryService, 'viewOf' | 'summaryOf'>;
  readonly commitNotes: Pick<CommitNoteTable, 'of'>;
  readonly titles: CommitTitles;
  readonly people: Pick<People, 'displayName'>;
}

/** Titles of commits as pages show them. */
export interface CommitTitles {
  titleIn(summary: CommitSummary, language: Language): string | null;
  /** All words that titles have but names and numbers, in small letters. */
  wordsIn(language: Language): string;
}

/** What a user looks for in the history of a library; what is absent does not matter. */
export interface HistoryQuery {
  /** An item, for what happened to it or in it; `/` for everything. */
  readonly path?: string;
  /** Part of the e-mail or name of who did it. */
  readonly person?: string;
  /** Part of the name of the device. */
  readonly device?: string;
  readonly kind?: 'added' | 'modified' | 'removed' | 'renamed';
  readonly sinceSeconds?: number;
  readonly untilSeconds?: number;
  /** Words, each of which is in the title, the description or the note. */
  readonly text?: string;
  /** Of the titles. */
  readonly language?: Language;
}

export interface FoundCommits {
  readonly commits: readonly CommitView[];
  /** Where the search goes on, null at the end. Pages may be empty before that. */
  readonly next: number | null;
}

/** Who and what can be filtered by. */
export interface HistoryFacets {
  readonly people: readonly { readonly email: string; readonly name: string }[];
  readonly devices: readonly string[];
}

export interface HistoryActivity {
  /** Oldest first; only days with commits. */
  readonly days: readonly DayActivity[];
  /** When the oldest shown commit was made. */
  readonly sinceSeconds: number;
  /** Retention has hidden what was before that. */
  readonly isCut: boolean;
}

/** Commits that are examined for one page where no index leads to those wanted; a page costs no more than that. */
const EXAMINED_PER_PAGE = 40_000;
const EXAMINED_AT_ONCE = 10_000;
/** Where each commit has to be asked what it changed. */
const ASKED_A_PAGE = 10_000;
const ASKED_AT_ONCE = 1_000;
/** Where an index leads to them. */
const READ_AT_ONCE = 10_000;
/** Up to this many changes, those of a path are looked up instead. */
const FEW_CHANGES = 2_000;
/** How far out of order commits of devices with wrong clocks may stand and still be found by date. */
const CLOCK_SLACK = 1_000;
/** Bars go back ten years. */
const LONGEST_ACTIVITY_SECONDS = 3_660 * 86_400;

/** Finding commits in long histories. */
export type HistorySearch = ReturnType<typeof createHistorySearch>;

export function createHistorySearch(deps: HistorySearchDependencies) {
  const { access, historyTable, historySearchTable, views, people } = deps;
  const { filterFor, saysAll, rangeFor } = createQueryReading(deps);

  return {
    /**
     * The next matching commits below a place, newest first. Where an index finds them a page costs what it shows, else
     * it examines a fixed number of commits, and may be short although there is more.
     * @throws DomainError `library-not-found`, `permission-denied`
     */
    async page(
      caller: Caller,
      id: LibraryId,
      { query, before, limit }: { query: HistoryQuery; before: number | null; limit: number },
    ): Promise<FoundCommits> {
      const { library } = access.readable(caller, id);
      const filter = filterFor(library, query);
      if (filter === null) return { commits: [], next: null };
      const { from, downTo } = rangeFor(library, query, before);
      const says = saysAll(id, query);
      const { perPage, atOnce } = effortFor(filter, says !== null);
      const found: HistoryEntry[] = [];
      let at = from;
      while (at >= downTo && found.length < limit && from - at < perPage) {
        const range = { from: at, downTo: Math.max(downTo, at - atOnce + 1) };
        const left = limit - found.length;
        if (says === null) found.push(...historySearchTable.search(id, filter, { ...range, limit: left }));
        else {
          const entries = historySearchTable.search(id, filter, { ...range, limit: atOnce });
          found.push(...entries.filter(says).slice(0, left));
        }
        at = range.downTo - 1;
        await yieldToEventLoop();
      }
      const isFull = found.length >= limit;
      const last = isFull ? (found.at(-1)?.seq ?? at + 1) : at + 1;
      return { commits: found.map((entry) => views.viewOf(id, entry)), next: last > downTo ? last : null };
    },

    /** @throws DomainError `library-not-found`, `permission-denied` */
    facets(caller: Caller, id: LibraryId): HistoryFacets {
      access.readable(caller, id);
      return {
        people: historySearchTable.authors(id).map((email) => ({ email, name: people.displayName(email) })),
        devices: historySearchTable.devices(id),
      };
    },

    /**
     * How many commits there were on each day that is shown.
     * @param utcOffsetSeconds of the clock that days are told by
     * @throws DomainError `library-not-found`, `permission-denied`
     */
    activity(caller: Caller, id: LibraryId, utcOffsetSeconds: number): HistoryActivity {
      const { library } = access.readable(caller, id);
      const oldest = oldestShownNow(deps, library);
      const sinceSeconds = historyTable.findBySeq(id, oldest)?.ctimeSeconds ?? 0;
      const earliest = deps.retention.nowSeconds() - LONGEST_ACTIVITY_SECONDS;
      const days = historySearchTable.activity(id, Math.max(sinceSeconds, earliest), utcOffsetSeconds);
      return { days, sinceSeconds, isCut: oldest > 1 };
    },
  };
}

/** What a query asks of the tables. */
function createQueryReading(deps: HistorySearchDependencies) {
  const { historyTable, historySearchTable, commitNotes, titles, views, people } = deps;
  const namesOf = (email: string) => `${email} ${people.displayName(email)}`;

  /** Null: there is no such person or device, so nothing can be found. */
  function filterFor(library: Library, query: HistoryQuery): CommitFilter | null {
    const { path = '/', person, device, text, language = 'en', ...rest } = query;
    const name = nameAmong(termsOf(text), titles.wordsIn(language));
    const authors =
      person === undefined ? undefined : called(historySearchTable.authors(library.id), person, namesOf);
    const devices = device === undefined ? undefined : called(historySearchTable.devices(library.id), device);
    if (authors?.length === 0 || devices?.length === 0) return null;
    return {
      ...rest,
      ...(authors === undefined ? {} : { authors }),
      ...(devices === undefined ? {} : { devices }),
      ...(name === undefined ? {} : { text: name }),
      ...(path === '/' ? {} : pathFilter(library.id, path)),
    };
  }

  /** Whether a commit says all the words; null when there are none. */
  function saysAll(id: LibraryId, { text, language = 'en' }: HistoryQuery) {
    const words = termsOf(text);
    if (words.length === 0) return null;
    const notes = new Map(commitNotes.of(id).map(({ seq, note }) => [seq, note]));
    return (entry: HistoryEntry): boolean => {
      const summary = views.summaryOf(id, entry);
      const title = summary === null ? '' : titles.titleIn(summary, language);
      const told = `${title ?? ''} ${entry.description} ${notes.get(entry.seq) ?? ''}`.toLowerCase();
      return words.every((word) => told.includes(word));
    };
  }

  function pathFilter(id: LibraryId, path: string): Pick<CommitFilter, 'seqs' | 'within'> {
    const within = { path, above: ancestorsOf(path) };
    const seqs = historySearchTable.seqsWithin(id, within, FEW_CHANGES);
    return seqs === null ? { within } : { seqs };
  }

  /** Bounds of the sequence numbers of commits in the wanted time. */
  function rangeFor(library: Library, query: HistoryQuery, before: number | null) {
    let from = (before ?? library.headSeq + 1) - 1;
    let downTo = oldestShownNow(deps, library);
    const { sinceSeconds, untilSeconds } = query;
    if (untilSeconds !== undefined)
      from = Math.min(from, historyTable.newestSeqAt(library.id, untilSeconds - 1) + CLOCK_SLACK);
    if (sinceSeconds !== undefined) {
      const oldest = historySearchTable.seqSince(library.id, sinceSeconds);
      downTo = oldest === null ? from + 1 : Math.max(downTo, oldest - CLOCK_SLACK);
    }
    return { from, downTo };
  }

  return { filterFor, saysAll, rangeFor };
}

/** Those that are called exactly so, else those whose names hold it. */
function called(
  ids: readonly string[],
  text: string,
  namesOf: (id: string) => string = (id) => id,
): string[] {
  const wanted = text.toLowerCase();
  const exact = ids.filter((id) => id.toLowerCase() === wanted);
  return exact.length > 0 ? exact : ids.filter((id) => namesOf(id).toLowerCase().includes(wanted));
}

/** @param isRead whether the words of each commit have to be looked at */
function effortFor(filter: CommitFilter, isRead: boolean): Effort {
  if (filter.seqs !== undefined && isRead) return { perPage: Number.MAX_SAFE_INTEGER, atOnce: READ_AT_ONCE };
  if (filter.within !== undefined || (isRead && filter.text === undefined))
    return { perPage: ASKED_A_PAGE, atOnce: ASKED_AT_ONCE };
  const isLed = filter.seqs !== undefined || isLedByOne(filter);
  if (isLed) return { perPage: Number.MAX_SAFE_INTEGER, atOnce: Number.MAX_SAFE_INTEGER };
  return { perPage: EXAMINED_PER_PAGE, atOnce: EXAMINED_AT_ONCE };
}

/** Whether everything that the index gives is what is wanted, but for commits out of order in time. */
function isLedByOne({ authors, devices, kind, text }: CommitFilter): boolean {
  if (kind !== undefined || text !== undefined) return false;
  if (authors === undefined || devices === undefined) return (authors ?? devices)?.length === 1;
  return false;
}

interface Effort {
  /** How many commits a page may look at, in all and in one go. */
  readonly perPage: number;
  readonly atOnce: number;
}

/** More are no question of a person. */
const MOST_WORDS = 20;

function termsOf(text = ''): string[] {
  return text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS);
}

/** As SQLite compares it and JSON spells it. */
const PLAIN = /^[\x21\x23-\x5b\x5d-\x7e]*[a-z][\x21\x23-\x5b\x5d-\x7e]*$/;

/** The longest word that titles have from a name alone, which is found without making titles; undefined: there is none. */
function nameAmong(words: readonly string[], titleWords: string): string | undefined {
  const names = words.filter((word) => PLAIN.test(word) && !titleWords.includes(word));
  return names.toSorted((a, b) => b.length - a.length)[0];
}
