import type { Caller } from '../../core/access/caller.ts';
import { DomainError } from '../../core/errors.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { yieldToEventLoop } from '../../engine/scheduling/yield-to-event-loop.ts';
import type { ChangeCounts } from '../../store/sqlite/history.ts';
import type { LibraryListing } from '../libraries/library-listing.ts';
import type { CommitView, HistoryService } from './history.ts';
import { mergeByTime, readPages } from './merge-by-time.ts';

interface RecentCommitsDependencies {
  readonly listing: LibraryListing;
  readonly history: Pick<HistoryService, 'after'>;
}

export interface RecentCommit {
  readonly library: Library;
  readonly commit: CommitView;
}

/** What happened last in all the libraries that a user reaches. */
export type RecentCommits = ReturnType<typeof createRecentCommits>;

export function createRecentCommits({ listing, history }: RecentCommitsDependencies) {
  return {
    /** Newest first. Costs as much as is asked for, however many libraries there are. */
    async list(caller: Caller, limit: number): Promise<RecentCommit[]> {
      const views = listing.list(caller, { kinds: new Set(['mine', 'shared', 'group']) });
      // Nothing of a library is newer than its own last change.
      const newest = views
        .map(({ library }) => library)
        .sort((a, b) => b.updatedAtSeconds - a.updatedAtSeconds)
        .slice(0, limit);
      const found: RecentCommit[] = [];
      for (const library of newest) {
        const { commits } = await history.after(caller, library.id, { before: null, limit });
        found.push(...commits.map((commit) => ({ library, commit })));
      }
      return found.sort((a, b) => b.commit.ctimeSeconds - a.commit.ctimeSeconds).slice(0, limit);
    },
  };
}

export interface ChangeLogDependencies {
  readonly listing: LibraryListing;
  readonly history: Pick<HistoryService, 'olderThan' | 'newestTimes'>;
}

/** A commit of the log: those of one second are in the order of their libraries' ids, then newest first. */
export interface LogPlace {
  readonly atSeconds: number;
  readonly libraryId: LibraryId;
  readonly seq: number;
}

export interface ChangeLogRequest {
  /** Null: all that the caller reaches. */
  readonly libraryId: LibraryId | null;
  /** Only commits with changes of this kind; null: any. */
  readonly kind: keyof ChangeCounts | null;
  /** In what a commit says, who and what made it and the name of its library, in any letter case; empty: any. */
  readonly text: string;
  /** The last commit that the page before looked at; null: the newest. */
  readonly after: LogPlace | null;
  readonly limit: number;
  /** Aborted: the client no longer waits for the page. */
  readonly signal?: AbortSignal;
}

export interface ChangeLogPage {
  readonly changes: readonly RecentCommit[];
  /** Where the next page starts; null at the end. */
  readonly next: LogPlace | null;
}

/** A search for what is rare must not read the history of years in one go. */
const MAX_EXAMINED = 5_000;
const COMMITS_AT_ONCE = 50;

/** What happened in all the libraries that a user reaches, as far back as retention shows it. */
export type ChangeLog = ReturnType<typeof createChangeLog>;

export function createChangeLog({ listing, history }: ChangeLogDependencies) {
  function reached(caller: Caller, id: LibraryId | null): Library[] {
    const views = listing.list(caller, { kinds: new Set(['mine', 'shared', 'group']) });
    const libraries = views.map(({ library }) => library);
    if (id === null) return libraries;
    const wanted = libraries.filter((library) => library.id === id);
    if (wanted.length === 0) throw new DomainError('library-not-found', { value: id });
    return wanted;
  }

  function logOf(caller: Caller, { libraryId, after }: ChangeLogRequest): Iterator<RecentCommit> {
    const times = history.newestTimes(after?.atSeconds ?? Number.MAX_SAFE_INTEGER);
    const sources = reached(caller, libraryId).flatMap((library) => {
      const edgeSeconds = times.get(library.id);
      if (edgeSeconds === undefined) return [];
      const rows = readPages<RecentCommit, Bound>(placeFor(library.id, after), {
        read: ({ atSeconds, seq }, limit) =>
          history
            .olderThan(caller, library.id, { at: atSeconds, seq, limit })
            .map((commit) => ({ library, commit })),
        placeOf,
        firstLimit: 1,
        limit: COMMITS_AT_ONCE,
      });
      return [{ edgeSeconds, rows }];
    });
    const secondsOf = ({ commit }: RecentCommit) => commit.ctimeSeconds;
    return mergeByTime(sources, { isOldestFirst: false, secondsOf, comesFirst: isNewer });
  }

  return {
    /**
     * Newest first. Costs as much as is examined, and one query for each library; so a page with a filter may be short,
     * or empty, while there is a next one.
     * @throws DomainError `library-not-found` for a library that the caller does not reach
     */
    async page(caller: Caller, request: ChangeLogRequest): Promise<ChangeLogPage> {
      const { limit, signal } = request;
      const log = logOf(caller, request);
      const changes: RecentCommit[] = [];
      let last: LogPlace | null = null;
      for (let examined = 0; examined < MAX_EXAMINED && changes.length < limit; examined++) {
        const next = log.next();
        if (next.done === true || signal?.aborted === true) return { changes, next: null };
        last = placeOf(next.value);
        if (isWanted(next.value, request)) changes.push(next.value);
        // A search far back must not hold up other requests.
        if (examined % COMMITS_AT_ONCE === COMMITS_AT_ONCE - 1) await yieldToEventLoop();
      }
      return { changes, next: log.next().done === true ? null : last };
    },
  };
}

type Bound = Pick<LogPlace, 'atSeconds' | 'seq'>;

function isNewer(change: RecentCommit, than: RecentCommit): boolean {
  const later = change.commit.ctimeSeconds - than.commit.ctimeSeconds;
  return later === 0 ? change.library.id < than.library.id : later > 0;
}

function placeOf({ library, commit }: RecentCommit): LogPlace {
  return { atSeconds: commit.ctimeSeconds, libraryId: library.id, seq: commit.seq };
}

/** The bound below which a library's commits come after a place. */
function placeFor(id: LibraryId, after: LogPlace | null): Bound {
  if (after === null) return { atSeconds: Number.MAX_SAFE_INTEGER, seq: 0 };
  const { atSeconds } = after;
  if (id === after.libraryId) return { atSeconds, seq: after.seq };
  return { atSeconds, seq: id > after.libraryId ? Number.MAX_SAFE_INTEGER : 0 };
}

/** Merges that joined without a conflict show nothing that their parents do not. */
function isWanted({ library, commit }: RecentCommit, { kind, text }: ChangeLogRequest): boolean {
  if (commit.isMerge && !commit.hasConflict) return false;
  if (kind !== null && commit.counts[kind] === 0) return false;
  const wanted = text.toLowerCase();
  const said = [
    commit.description,
    commit.authorName,
    commit.authorEmail,
    commit.deviceName ?? '',
    library.name,
  ];
  return wanted === '' || said.some((words) => words.toLowerCase().includes(wanted));
}
