import type { Caller } from '../../core/access/caller.ts';
import { DomainError } from '../../core/errors.ts';
import { decodeTrashCursor, encodeTrashCursor, type TrashPlace } from '../../core/history/trash-cursor.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { nameOf } from '../../core/library/path.ts';
import { retainedSince } from '../../engine/reading/history-window.ts';
import type { RetentionClock } from '../../engine/reading/retention-time.ts';
import { yieldToEventLoop } from '../../engine/scheduling/yield-to-event-loop.ts';
import type { Trash, TrashItem } from '../../store/sqlite/trash.ts';
import type { LibraryView } from '../access/library-access.ts';
import type { People } from '../access/people.ts';
import type { LibraryListing } from '../libraries/library-listing.ts';

export interface AllTrashDependencies {
  readonly listing: LibraryListing;
  readonly trash: Trash;
  readonly people: People;
  readonly retention: Pick<RetentionClock, 'nowSeconds'>;
  /** Signs cursors. */
  readonly secret: Uint8Array;
}

export interface AllTrashRequest {
  /** Part of the name in any letter case; empty for all. */
  readonly search: string;
  readonly kind: 'file' | 'dir' | null;
  /** Null: all that the caller reaches. */
  readonly libraryId: LibraryId | null;
  /** Times; both inclusive. */
  readonly sinceSeconds: number;
  readonly untilSeconds: number;
  readonly oldestFirst: boolean;
  readonly cursor: string | null;
}

export interface LibraryTrashItem extends TrashItem {
  readonly library: Library;
  readonly canRestore: boolean;
  /** Null: never. */
  readonly expiresAtSeconds: number | null;
  readonly deletedByName: string;
}

export interface AllTrashPage {
  readonly items: readonly LibraryTrashItem[];
  /** Null at the end. */
  readonly cursor: string | null;
}

const ITEMS_PER_PAGE = 100;
/** Read from one library at a time: the pages of many libraries need few rows of each, and many of one. */
const ROWS_AT_FIRST = 10;
const ROWS_AT_ONCE = 100;
/** Of a search that finds little, a page ends after so many rows, some tens of milliseconds. */
const MOST_EXAMINED = 10_000;
const ROWS_BEFORE_YIELD = 1_000;
const DAY_SECONDS = 86_400;

/** The deletions of one library that are still to come, in the order of the request. */
interface Source {
  readonly view: LibraryView;
  readonly sinceSeconds: number;
  /** None of them comes before this time. */
  readonly edgeSeconds: number;
  rows: readonly TrashItem[];
  at: number;
}

/** One look at the trash. */
interface Look {
  readonly request: AllTrashRequest;
  /** The last row of the page before. */
  readonly place: TrashPlace | null;
}

/** What was deleted from all the libraries that a user reaches. */
export type AllTrash = ReturnType<typeof createAllTrash>;

export function createAllTrash({ listing, trash, people, retention, secret }: AllTrashDependencies) {
  function viewsFor(caller: Caller, libraryId: LibraryId | null): LibraryView[] {
    const all = listing.list(caller, { kinds: new Set(['mine', 'shared', 'group']) });
    if (libraryId === null) return all;
    const wanted = all.filter(({ library }) => library.id === libraryId);
    if (wanted.length === 0) throw new DomainError('library-not-found', { value: libraryId });
    return wanted;
  }

  /** The next rows of a library behind a row, of whatever library: in its own, rows go on from there. */
  function read(
    { view: { library }, sinceSeconds }: Source,
    request: AllTrashRequest,
    { after, limit }: { after: TrashPlace | null; limit: number },
  ): readonly TrashItem[] {
    const { untilSeconds, oldestFirst } = request;
    if (oldestFirst) return trash.pageUp(library.id, { after, sinceSeconds, untilSeconds, limit });
    const start = after ?? { deletedAtSeconds: untilSeconds, trashId: Number.MAX_SAFE_INTEGER };
    return trash.page(library.id, { after: start, sinceSeconds, path: '/', limit });
  }

  /** The libraries with something in the trash, in the order in which something of theirs may come. */
  function sourcesFor(caller: Caller, { request, place }: Look): Source[] {
    const { libraryId, sinceSeconds, untilSeconds, oldestFirst } = request;
    const edges = oldestFirst
      ? trash.oldestTimes(Math.max(sinceSeconds, place?.deletedAtSeconds ?? 0))
      : trash.newestTimes(Math.min(untilSeconds, place?.deletedAtSeconds ?? untilSeconds));
    const sources = viewsFor(caller, libraryId).flatMap((view): Source[] => {
      const edgeSeconds = edges.get(view.library.id);
      const retained = retainedSince(view.library, retention.nowSeconds());
      if (edgeSeconds === undefined || retained === null) return [];
      const source = { view, sinceSeconds: Math.max(retained, sinceSeconds), edgeSeconds, rows: [], at: 0 };
      return (oldestFirst ? edgeSeconds > untilSeconds : edgeSeconds < source.sinceSeconds) ? [] : [source];
    });
    return sources.sort((a, b) => (oldestFirst ? 1 : -1) * (a.edgeSeconds - b.edgeSeconds));
  }

  /** All rows of the sources in order. */
  function* merged(sources: readonly Source[], look: Look): Generator<[Source, TrashItem]> {
    const begun: Source[] = [];
    for (;;) {
      const next = nextOf(sources, begun, look);
      const row = next?.rows[next.at];
      if (next === null || row === undefined) return;
      next.at += 1;
      yield [next, row];
      if (next.at < next.rows.length) continue;
      next.rows = read(next, look.request, { after: row, limit: ROWS_AT_ONCE });
      next.at = 0;
    }
  }

  /** The source of the next row. Only of libraries whose time has come is anything read. */
  function nextOf(sources: readonly Source[], begun: Source[], { request, place }: Look): Source | null {
    for (;;) {
      const next = firstOf(begun, request.oldestFirst ? isOlder : isNewer);
      const source = sources[begun.length];
      if (source === undefined || !mayComeFirst(source, next?.rows[next.at], request)) return next;
      source.rows = read(source, request, { after: place, limit: ROWS_AT_FIRST });
      begun.push(source);
    }
  }

  function present({ view }: Source, item: TrashItem): LibraryTrashItem {
    const { library, permission } = view;
    const { keepDays } = library;
    return {
      ...item,
      library,
      canRestore: permission === 'rw' && library.status === 'normal',
      expiresAtSeconds: keepDays > 0 ? item.deletedAtSeconds + keepDays * DAY_SECONDS : null,
      deletedByName: people.displayName(item.deletedBy),
    };
  }

  return {
    /**
     * One page; `cursor` is null at the end. Costs as much as is shown and one look at each library, and for a search as
     * much as it looks at, which is bounded: such a page may be short.
     * @throws DomainError `library-not-found` for a library that the caller does not reach; `cursor-invalid`
     */
    async page(caller: Caller, request: AllTrashRequest): Promise<AllTrashPage> {
      const place =
        request.cursor === null ? null : decodeTrashCursor(secret, scopeOf(caller), request.cursor);
      const look = { request, place };
      const matches = matcher(request);
      const items: LibraryTrashItem[] = [];
      let examined = 0;
      for (const [source, row] of merged(sourcesFor(caller, look), look)) {
        examined += 1;
        if (matches(row)) items.push(present(source, row));
        if (items.length === ITEMS_PER_PAGE || examined === MOST_EXAMINED)
          return { items, cursor: encodeTrashCursor(secret, scopeOf(caller), row) };
        if (examined % ROWS_BEFORE_YIELD === 0) await yieldToEventLoop();
      }
      return { items, cursor: null };
    },
  };
}

type ComesFirst = (row: TrashItem, other: TrashItem) => boolean;

/** The source with the row that comes first; null when none has rows. */
function firstOf(sources: readonly Source[], comesFirst: ComesFirst): Source | null {
  let best: Source | null = null;
  for (const source of sources) {
    const [row, other] = [source.rows[source.at], best?.rows[best.at]];
    if (row !== undefined && (other === undefined || comesFirst(row, other))) best = source;
  }
  return best;
}

/** Whether something of a library that was not read yet may come before this row, or with it. */
function mayComeFirst(
  { edgeSeconds }: Source,
  row: TrashItem | undefined,
  { oldestFirst }: AllTrashRequest,
): boolean {
  if (row === undefined) return true;
  return oldestFirst ? edgeSeconds <= row.deletedAtSeconds : edgeSeconds >= row.deletedAtSeconds;
}

/** A place names no library, since ids of deletions are those of all. */
function scopeOf({ email }: Caller): string {
  return `all of ${email}`;
}

function matcher({ search, kind }: AllTrashRequest): (item: TrashItem) => boolean {
  const wanted = foldedName(search);
  return ({ path, isDir }) =>
    (kind === null || isDir === (kind === 'dir')) &&
    (wanted === '' || foldedName(nameOf(path)).includes(wanted));
}

function foldedName(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

function isNewer(a: TrashItem, b: TrashItem): boolean {
  return a.deletedAtSeconds === b.deletedAtSeconds
    ? a.trashId > b.trashId
    : a.deletedAtSeconds > b.deletedAtSeconds;
}

function isOlder(a: TrashItem, b: TrashItem): boolean {
  return isNewer(b, a);
}
