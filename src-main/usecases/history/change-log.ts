import type { Caller } from '../../core/access/caller.ts';
import { DomainError } from '../../core/errors.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { yieldToEventLoop } from '../../engine/scheduling/yield-to-event-loop.ts';
import type { ChangeCounts } from '../../store/sqlite/history.ts';
import type { LibraryListing } from '../libraries/library-listing.ts';
import type { CommitView, HistoryService } from './history.ts';
import type { RecentCommit } from './recent-commits.ts';

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

  function logOf(caller: Caller, { libraryId, after }: ChangeLogRequest): MergedLog {
    const times = history.newestTimes(after?.atSeconds ?? Number.MAX_SAFE_INTEGER);
    const sources = reached(caller, libraryId).flatMap((library) => {
      const edgeSeconds = times.get(library.id);
      if (edgeSeconds === undefined) return [];
      const from = { bound: placeFor(library.id, after), edgeSeconds };
      const read: ReadCommits = ({ atSeconds, seq }, limit) =>
        history.olderThan(caller, library.id, { at: atSeconds, seq, limit });
      return [new CommitSource(library, from, read)];
    });
    return new MergedLog(sources);
  }

  return {
    /**
     * Newest first. Costs as much as is looked at, and one look at each library; so a page with a filter may come short,
     * or empty, while there is a next one.
     * @throws DomainError `library-not-found` for a library that the caller does not reach
     */
    async page(caller: Caller, request: ChangeLogRequest): Promise<ChangeLogPage> {
      const { limit, signal } = request;
      const log = logOf(caller, request);
      const changes: RecentCommit[] = [];
      let last: LogPlace | null = null;
      for (let looked = 0; looked < MAX_EXAMINED && changes.length < limit; looked++) {
        const change = log.take();
        if (change === null || signal?.aborted === true) return { changes, next: null };
        last = placeOf(change);
        if (isWanted(change, request)) changes.push(change);
        // A search far back must not hold up other requests.
        if (looked % COMMITS_AT_ONCE === COMMITS_AT_ONCE - 1) await yieldToEventLoop();
      }
      return { changes, next: log.isOver() ? null : last };
    },
  };
}

type Bound = Pick<LogPlace, 'atSeconds' | 'seq'>;

type ReadCommits = (from: Bound, limit: number) => readonly CommitView[];

/** The commits of one library in the order of the log, read as they are taken. */
class CommitSource {
  /** None of them is newer. */
  readonly edgeSeconds: number;
  readonly #library: Library;
  readonly #read: ReadCommits;
  #bound: Bound;
  #rows: readonly CommitView[] = [];
  #at = 0;

  constructor(library: Library, from: { bound: Bound; edgeSeconds: number }, read: ReadCommits) {
    this.#library = library;
    this.#bound = from.bound;
    this.edgeSeconds = from.edgeSeconds;
    this.#read = read;
  }

  get first(): RecentCommit | null {
    const commit = this.#rows[this.#at];
    return commit === undefined ? null : { library: this.#library, commit };
  }

  begin(): void {
    // Of most libraries no more than the newest is looked at.
    this.#rows = this.#read(this.#bound, 1);
  }

  advance(): void {
    const taken = this.#rows[this.#at];
    if (taken === undefined) return;
    this.#bound = { atSeconds: taken.ctimeSeconds, seq: taken.seq };
    this.#at++;
    if (this.#at < this.#rows.length) return;
    this.#rows = this.#read(this.#bound, COMMITS_AT_ONCE);
    this.#at = 0;
  }
}

/** The commits of several libraries in the order of the log. Only libraries whose time has come are read. */
class MergedLog {
  readonly #waiting: CommitSource[];
  readonly #begun: CommitSource[] = [];

  constructor(sources: readonly CommitSource[]) {
    this.#waiting = sources.toSorted((a, b) => a.edgeSeconds - b.edgeSeconds);
  }

  take(): RecentCommit | null {
    const source = this.#next();
    const change = source?.first ?? null;
    source?.advance();
    return change;
  }

  isOver(): boolean {
    return this.#next() === null;
  }

  #next(): CommitSource | null {
    for (;;) {
      const newest = newestOf(this.#begun);
      const [source, change] = [this.#waiting.at(-1), newest?.first ?? null];
      if (source === undefined || (change !== null && source.edgeSeconds < change.commit.ctimeSeconds))
        return newest;
      source.begin();
      this.#begun.push(source);
      this.#waiting.pop();
    }
  }
}

/** Null when none has a commit left. */
function newestOf(sources: readonly CommitSource[]): CommitSource | null {
  let newest: CommitSource | null = null;
  for (const source of sources) if (isNewer(source.first, newest?.first ?? null)) newest = source;
  return newest;
}

function isNewer(change: RecentCommit | null, than: RecentCommit | null): boolean {
  if (change === null || than === null) return change !== null;
  const later = change.commit.ctimeSeconds - than.commit.ctimeSeconds;
  return later === 0 ? change.library.id < than.library.id : later > 0;
}

function placeOf({ library, commit }: RecentCommit): LogPlace {
  return { atSeconds: commit.ctimeSeconds, libraryId: library.id, seq: commit.seq };
}

/** Below what the commits of a library are that come after a place. */
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
