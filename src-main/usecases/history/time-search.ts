import type { Caller } from '../../core/access/caller.ts';
import { DomainError } from '../../core/errors.ts';
import { historyWindow } from '../../core/history/retention.ts';
import { hasExtension } from '../../core/library/item-filter.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { TEXT_MAX_BYTES } from '../../core/limits.ts';
import type { CommitId } from '../../core/objects/object-id.ts';
import { holdsWords, nameQuery, nameRank } from '../../core/search/name-query.ts';
import { textOf } from '../../core/search/text-kind.ts';
import { type Snippet, snippetOf, textWords } from '../../core/search/text-query.ts';
import type { Ports } from '../../engine/ports.ts';
import { placesSince } from '../../engine/reading/item-places.ts';
import type { LibraryContents } from '../../engine/reading/library-contents.ts';
import { oldestShownSeq, type RetentionClock } from '../../engine/reading/retention.ts';
import { FairQueue } from '../../engine/scheduling/fair-queue.ts';
import { yieldToEventLoop } from '../../engine/scheduling/yield-to-event-loop.ts';
import type { FoundItem, FoundState, FoundText } from '../../store/sqlite/search-finds.ts';
import type { SearchedLibrary } from '../../store/sqlite/search-index.ts';
import type { LibraryAccess } from '../access/library-access.ts';
import type { LibraryListing } from '../libraries/library-listing.ts';

/** Where a page of results goes on: in the names, or behind them in the texts. */
export interface SearchPlace {
  readonly part: 'names' | 'text';
  readonly below: number;
}

/** What is looked for beside words; null: it does not matter. */
export interface SearchLimits {
  readonly kind: 'file' | 'dir' | null;
  /** In small letters, without the dot. */
  readonly extensions: ReadonlySet<string> | null;
  /** Of the time that a hit has: from this second on, and up to this one. */
  readonly after: number | null;
  readonly before: number | null;
}

export interface TimeSearchRequest {
  readonly words: string;
  readonly parts: 'names' | 'text' | 'all';
  /** Null: all. */
  readonly state: FoundState | null;
  /** Null: all that the caller reaches. */
  readonly libraryId: LibraryId | null;
  readonly limits?: SearchLimits;
  /** Null: from the start. */
  readonly place: SearchPlace | null;
  /** Ends the search early: the client no longer waits for it. */
  readonly signal?: AbortSignal;
}

export interface TimeSearchHit {
  readonly library: Library;
  readonly item: FoundItem;
  /** Now: of the last change. Else of the change that ended it. */
  readonly timeSeconds: number;
  /** A commit at which it is there under its path; null: now. */
  readonly commitId: CommitId | null;
  /** Where it is now, also under another name; null: nowhere. */
  readonly nowPath: string | null;
  /** Null: the name was found. */
  readonly snippet: Snippet | null;
}

/** How far the index has come with the libraries that were asked for. */
export interface SearchProgress {
  readonly files: number;
  readonly filesInIndex: number;
  /** Of those, for which the index has no room: their libraries have more than it takes of one. */
  readonly filesLeftOut: number;
  /** Of all libraries of the server. */
  readonly textsWaiting: number;
}

export interface TimeSearchPage {
  readonly hits: readonly TimeSearchHit[];
  /** Null: there is nothing more. A page may hold few hits, or none, and be followed by others. */
  readonly next: SearchPlace | null;
  readonly progress: SearchProgress;
  /** Encrypted: neither names nor texts of these are in the index. */
  readonly notSearched: readonly Library[];
}

export interface TimeSearchDependencies
  extends Pick<Ports, 'historyTable' | 'searchIndex' | 'searchTexts' | 'searchFinds'> {
  readonly access: LibraryAccess;
  readonly listing: LibraryListing;
  readonly contents: LibraryContents;
  readonly retention: Pick<RetentionClock, 'nowSeconds'>;
}

const NO_LIMITS: SearchLimits = { kind: null, extensions: null, after: null, before: null };

const NAMES_A_PAGE = 60;
/** Each is read for its snippet. */
const TEXTS_A_PAGE = 20;
/** Some twenty milliseconds; a page ends there, whatever it has. */
const MOST_ROWS_READ = 5_000;
/** In rows: what it costs to see when a commit was made, and what became of a name. */
const LOOKING_UP_COSTS = 10;
/** What got more names since is not followed: nothing is said of where it is now. */
const MOST_RENAMES = 20;
/** Contents looked at for one page: others may hold what was found in libraries that the caller does not reach. */
const MOST_TEXTS_READ = 60;

/** Contents are read from the disk. Who types gives up what he asked for before, so few ever wait. */
const TEXT_SEARCHES = { atOnce: 2, waiting: 30 };

/** What one request searches. */
interface Scope {
  readonly request: TimeSearchRequest;
  /** The libraries of the index that the caller reaches, by key. */
  readonly reached: ReadonlyMap<number, Library>;
  readonly keys: ReadonlySet<number> | null;
  readonly oldestShown: (library: Library) => number;
}

/** What was found, with what became of it. */
interface Placed {
  readonly library: Library;
  readonly item: FoundItem;
  readonly nowPath: string | null;
}

interface Part {
  readonly hits: readonly TimeSearchHit[];
  readonly next: SearchPlace | null;
}

/** Finding files and folders by name and by text, as they are and as they were, in all libraries that the caller reaches. */
export type TimeSearch = ReturnType<typeof createTimeSearch>;

export function createTimeSearch(deps: TimeSearchDependencies) {
  const { access, listing, historyTable, retention, searchIndex, searchTexts } = deps;
  const found = createFoundItems(deps);
  const findNames = createNameSearch(deps, found);
  const findTexts = createTextSearch(deps, found);

  function librariesOf(caller: Caller, id: LibraryId | null): Library[] {
    if (id !== null) return [access.readable(caller, id).library];
    const listed = listing.list(caller, { kinds: new Set(['mine', 'shared', 'group']) });
    return [...new Map(listed.map(({ library }) => [library.id, library])).values()];
  }

  function scopeOf(searched: readonly Library[], request: TimeSearchRequest): Scope {
    const inIndex = searchIndex.all();
    const byId = new Map(searched.map((library) => [library.id, library]));
    const reached = new Map<number, Library>();
    for (const { key, libraryId } of inIndex) {
      const library = byId.get(libraryId);
      if (library !== undefined) reached.set(key, library);
    }
    const keys = reached.size === inIndex.length ? null : new Set(reached.keys());
    // Asking for it may note it, and nothing can be written while rows of the index are read.
    const nowSeconds = retention.nowSeconds();
    return { request, reached, keys, oldestShown: remembered((library) => oldestShown(library, nowSeconds)) };
  }

  /** Seq of the oldest commit that retention shows. */
  function oldestShown(library: Library, nowSeconds: number): number {
    const window = historyWindow({ ...library, nowSeconds });
    return oldestShownSeq(library, window, (atSeconds) => historyTable.newestSeqAt(library.id, atSeconds));
  }

  async function findParts(scope: Scope): Promise<Part> {
    const { parts, place, words } = scope.request;
    if (words.trim() === '' || scope.reached.size === 0) return { hits: [], next: null };
    const below = place?.below ?? Number.MAX_SAFE_INTEGER;
    if (parts === 'text' || place?.part === 'text') return findTexts(scope, below);
    const names = findNames(scope, below);
    if (parts === 'names' || names.next !== null) return names;
    const texts = await findTexts(scope, Number.MAX_SAFE_INTEGER);
    return { hits: [...names.hits, ...texts.hits], next: texts.next };
  }

  return {
    /**
     * A page of what the caller reaches and what retention shows.
     * @throws DomainError `library-not-found`, `permission-denied` when one library is asked for; `busy`
     */
    async find(caller: Caller, request: TimeSearchRequest): Promise<TimeSearchPage> {
      const asked = librariesOf(caller, request.libraryId);
      const searched = asked.filter(({ encryption }) => encryption === null);
      // Before looking: what the index took in meanwhile may be missing from the page.
      const progress = progressOf(searched, searchIndex.all(), searchTexts.countWaiting());
      const part = await findParts(scopeOf(searched, request));
      const notSearched = asked.filter(({ encryption }) => encryption !== null);
      return { ...part, progress, notSearched };
    },
  };
}

type FoundItems = ReturnType<typeof createFoundItems>;

/** What became of what the index found, as far as it is looked for. */
function createFoundItems({ historyTable, searchFinds }: TimeSearchDependencies) {
  /** Null: it is not looked for. */
  function wantedOf({ request, reached, oldestShown: oldest }: Scope, item: FoundItem): Placed | null {
    const library = reached.get(item.key);
    if (library === undefined || !isOfKind(item, request.limits ?? NO_LIMITS)) return null;
    const placed =
      item.state === 'now' ? { library, item, nowPath: item.path } : pastOf(library, item, request.state);
    if (placed === null || (request.state !== null && request.state !== placed.item.state)) return null;
    return item.state === 'now' || item.seq >= oldest(library) ? placed : null;
  }

  /** What was deleted, is back and was renamed since is there under another name. */
  function pastOf(library: Library, item: FoundItem, wanted: FoundState | null): Placed | null {
    if (wanted === 'now' || (wanted === 'deleted' && item.state === 'older')) return null;
    const nowPath = pathNow(library, item);
    return { library, item: nowPath === null ? item : { ...item, state: 'older' }, nowPath };
  }

  function pathNow(library: Library, { key, path, isDir, seq }: FoundItem): string | null {
    const held = historyTable.findBySeq(library.id, seq);
    if (held === null) return null;
    const place = placesSince(historyTable, library, held, MOST_RENAMES)(path);
    return searchFinds.isThere(key, place.path, isDir) ? place.path : null;
  }

  /** Null: nothing is known of it, or it is of another time than what is looked for. */
  function hitOf(
    { request }: Scope,
    { library, item, nowPath }: Placed,
    snippet: Snippet | null,
  ): TimeSearchHit | null {
    const held = historyTable.findBySeq(library.id, item.seq);
    if (held === null) return null;
    const ended = item.endedSeq === null ? held : historyTable.findBySeq(library.id, item.endedSeq);
    const timeSeconds = (ended ?? held).ctimeSeconds;
    const { after, before } = request.limits ?? NO_LIMITS;
    if ((after !== null && timeSeconds < after) || (before !== null && timeSeconds >= before)) return null;
    const commitId = item.state === 'now' ? null : held.id;
    return { library, item, timeSeconds, commitId, nowPath, snippet };
  }

  return { wantedOf, hitOf };
}

function createNameSearch({ searchFinds }: TimeSearchDependencies, { wantedOf, hitOf }: FoundItems) {
  return function findNames(scope: Scope, below: number): Part {
    const query = nameQuery(scope.request.words);
    const found: TimeSearchHit[] = [];
    let [place, read] = [below, 0];
    for (const row of searchFinds.names(query.grams, scope.keys, { below, limit: MOST_ROWS_READ })) {
      place = row.place;
      read += 1;
      const { item } = row;
      if (item !== null && holdsWords(item.name, query)) {
        read += LOOKING_UP_COSTS;
        const wanted = wantedOf(scope, item);
        const hit = wanted && hitOf(scope, wanted, null);
        if (hit !== null) found.push(hit);
      }
      if (found.length === NAMES_A_PAGE || read >= MOST_ROWS_READ) break;
    }
    const isMore = found.length === NAMES_A_PAGE || read >= MOST_ROWS_READ;
    const hits = found.toSorted((a, b) => nameRank(a.item.name, query) - nameRank(b.item.name, query));
    return { hits, next: isMore ? { part: 'names', below: place } : null };
  };
}

function createTextSearch(deps: TimeSearchDependencies, { wantedOf, hitOf }: FoundItems) {
  const { contents, searchFinds } = deps;
  const queue = new FairQueue(TEXT_SEARCHES);

  async function findInTexts(scope: Scope, below: number): Promise<Part> {
    const words = textWords(scope.request.words);
    if (words.length === 0) return { hits: [], next: null };
    const rows = searchFinds.texts(words, scope.keys, { below, limit: MOST_TEXTS_READ });
    const hits = new Map<string, TimeSearchHit>();
    let place = below;
    for (const row of rows) {
      if (scope.request.signal?.aborted === true) break;
      place = row.place;
      const hit = await textHit(scope, row, words);
      const where = hit && `${hit.item.key}:${hit.item.path}`;
      // Of the versions of a file one is enough: the present one, else the newest.
      if (hit && where && (hit.item.state === 'now' || !hits.has(where))) hits.set(where, hit);
      if (hits.size === TEXTS_A_PAGE) break;
    }
    const isMore = hits.size === TEXTS_A_PAGE || rows.length === MOST_TEXTS_READ;
    return { hits: [...hits.values()], next: isMore ? { part: 'text', below: place } : null };
  }

  function firstWanted(scope: Scope, textKey: number): Placed | null {
    for (const holder of searchFinds.holders(textKey)) {
      const wanted = wantedOf(scope, holder);
      if (wanted !== null) return wanted;
    }
    return null;
  }

  async function textHit(
    scope: Scope,
    { place, key, fileId }: FoundText,
    words: readonly string[],
  ): Promise<TimeSearchHit | null> {
    const library = scope.reached.get(key);
    const item = firstWanted(scope, place);
    if (library === undefined || item === null) return null;
    await yieldToEventLoop();
    try {
      const bytes = await contents.readWhole(
        library,
        { id: fileId },
        { fileKey: null, maxBytes: TEXT_MAX_BYTES },
      );
      const snippet = snippetOf((bytes && textOf(bytes)) ?? '', words);
      return snippet && hitOf(scope, item, snippet);
    } catch (error) {
      // Collected since, or damaged, which the check reports.
      if (error instanceof DomainError) return null;
      throw error;
    }
  }

  return (scope: Scope, below: number) => queue.run(() => findInTexts(scope, below));
}

function progressOf(
  searched: readonly Library[],
  indexed: readonly SearchedLibrary[],
  textsWaiting: number,
): SearchProgress {
  const inIndex = new Map(indexed.map((row) => [row.libraryId, row]));
  let [files, filesInIndex, filesLeftOut] = [0, 0, 0];
  for (const { id, headSeq, fileCount } of searched) {
    const row = inIndex.get(id);
    files += fileCount;
    filesInIndex +=
      row?.seq === headSeq ? fileCount : Math.min(row?.itemCount ?? 0, Math.max(0, fileCount - 1));
    if (row?.seq === headSeq && row.hasLeftOut) filesLeftOut += Math.max(0, fileCount - row.itemCount);
  }
  return { files, filesInIndex, filesLeftOut, textsWaiting };
}

function isOfKind({ isDir, name }: FoundItem, { kind: wanted, extensions }: SearchLimits): boolean {
  const kind = isDir ? 'dir' : 'file';
  return (wanted === null || wanted === kind) && hasExtension({ kind, name }, extensions);
}

function remembered(work: (library: Library) => number): (library: Library) => number {
  const known = new Map<LibraryId, number>();
  return (library) => {
    const value = known.get(library.id) ?? work(library);
    known.set(library.id, value);
    return value;
  };
}
