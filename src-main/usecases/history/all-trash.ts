import type { Caller } from '../../core/access/caller.ts';
import { DomainError } from '../../core/errors.ts';
import { decodeTrashCursor, encodeTrashCursor, type TrashPlace } from '../../core/history/trash.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { nameOf } from '../../core/library/path.ts';
import { type RetentionClock, retainedSince } from '../../engine/reading/retention.ts';
import { yieldToEventLoop } from '../../engine/scheduling/yield-to-event-loop.ts';
import type { TrashItem, TrashTable } from '../../store/sqlite/trash.ts';
import type { LibraryView } from '../access/library-access.ts';
import type { People } from '../access/people.ts';
import type { LibraryListing } from '../libraries/library-listing.ts';
import { mergeByTime, readPages } from './merge-by-time.ts';
import { type TrashView, trashView } from './trash-view.ts';

export interface AllTrashDependencies {
  readonly listing: LibraryListing;
  readonly trashTable: TrashTable;
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

export interface LibraryTrashItem extends TrashView {
  readonly library: Library;
  readonly canRestore: boolean;
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

/** A deletion with the library that it was made in. */
interface Deletion {
  readonly view: LibraryView;
  readonly item: TrashItem;
}

/** What was deleted from all the libraries that a user reaches. */
export type AllTrash = ReturnType<typeof createAllTrash>;

export function createAllTrash({ listing, trashTable, people, retention, secret }: AllTrashDependencies) {
  function viewsFor(caller: Caller, libraryId: LibraryId | null): LibraryView[] {
    const all = listing.list(caller, { kinds: new Set(['mine', 'shared', 'group']) });
    if (libraryId === null) return all;
    const wanted = all.filter(({ library }) => library.id === libraryId);
    if (wanted.length === 0) throw new DomainError('library-not-found', { value: libraryId });
    return wanted;
  }

  /** The deletions of one library behind a row, of whatever library, in the order of the request. */
  function deletionsOf(
    view: LibraryView,
    after: TrashPlace | null,
    { sinceSeconds, untilSeconds, oldestFirst }: AllTrashRequest,
  ): Generator<Deletion> {
    const { id } = view.library;
    return readPages<Deletion, TrashPlace | null>(after, {
      read: (place, limit) => {
        const start = place ?? { deletedAtSeconds: untilSeconds, trashId: Number.MAX_SAFE_INTEGER };
        const items = oldestFirst
          ? trashTable.pageUp(id, { after: place, sinceSeconds, untilSeconds, limit })
          : trashTable.page(id, { after: start, sinceSeconds, path: '/', limit });
        return items.map((item) => ({ view, item }));
      },
      placeOf: ({ item }) => item,
      firstLimit: ROWS_AT_FIRST,
      limit: ROWS_AT_ONCE,
    });
  }

  /** Those of all libraries that the caller reaches, behind the last row of the page before. */
  function deletions(caller: Caller, request: AllTrashRequest, after: TrashPlace | null): Iterable<Deletion> {
    const { libraryId, sinceSeconds, untilSeconds, oldestFirst } = request;
    const edges = oldestFirst
      ? trashTable.oldestTimes(Math.max(sinceSeconds, after?.deletedAtSeconds ?? 0))
      : trashTable.newestTimes(Math.min(untilSeconds, after?.deletedAtSeconds ?? untilSeconds));
    const sources = viewsFor(caller, libraryId).flatMap((view) => {
      const edgeSeconds = edges.get(view.library.id);
      const retained = retainedSince(view.library, retention.nowSeconds());
      if (edgeSeconds === undefined || retained === null) return [];
      const from = Math.max(retained, sinceSeconds);
      if (oldestFirst ? edgeSeconds > untilSeconds : edgeSeconds < from) return [];
      return [{ edgeSeconds, rows: deletionsOf(view, after, { ...request, sinceSeconds: from }) }];
    });
    return mergeByTime(sources, {
      isOldestFirst: oldestFirst,
      secondsOf: ({ item }) => item.deletedAtSeconds,
      comesFirst: (one, other) => isNewer(one.item, other.item) !== oldestFirst,
    });
  }

  function present({ view, item }: Deletion): LibraryTrashItem {
    const { library, permission } = view;
    const canRestore = permission === 'rw' && library.status === 'normal';
    return { ...trashView({ trashTable, people }, library, item), library, canRestore };
  }

  return {
    /**
     * One page; `cursor` is null at the end. Costs as much as is shown and one query for each library; a search costs as
     * much as it examines, which is bounded, so its page may be short.
     * @throws DomainError `library-not-found` for a library that the caller does not reach; `cursor-invalid`
     */
    async page(caller: Caller, request: AllTrashRequest): Promise<AllTrashPage> {
      const place =
        request.cursor === null ? null : decodeTrashCursor(secret, scopeOf(caller), request.cursor);
      const matches = matcher(request);
      const items: LibraryTrashItem[] = [];
      let examined = 0;
      for (const deletion of deletions(caller, request, place)) {
        examined += 1;
        if (matches(deletion.item)) items.push(present(deletion));
        if (items.length === ITEMS_PER_PAGE || examined === MOST_EXAMINED)
          return { items, cursor: encodeTrashCursor(secret, scopeOf(caller), deletion.item) };
        if (examined % ROWS_BEFORE_YIELD === 0) await yieldToEventLoop();
      }
      return { items, cursor: null };
    },
  };
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
