import type { Caller } from '../../core/access/caller.ts';
import { DomainError } from '../../core/errors.ts';
import { type ItemFilter, itemMatcher } from '../../core/library/item-filter.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { joinPath } from '../../core/library/path.ts';
import { SEARCHES_AT_ONCE } from '../../core/limits.ts';
import type { Dirent } from '../../core/objects/dir-object.ts';
import type { LibraryContents } from '../../engine/reading/library-contents.ts';
import { isUnreadable } from '../../engine/reading/stored-commits.ts';
import { yieldToEventLoop } from '../../engine/scheduling/yield-to-event-loop.ts';
import type { LibraryAccess } from '../access/library-access.ts';
import type { LibraryKind, LibraryListing } from '../libraries/library-listing.ts';

/** Where to look: in one library from a folder down, or in all that the caller reaches in these ways. */
export type SearchScope =
  | { readonly libraryId: LibraryId; readonly path: string }
  | { readonly kinds: ReadonlySet<LibraryKind> };

export interface SearchRequest {
  readonly scope: SearchScope;
  readonly filter: ItemFilter;
  /** Hits to leave out, and hits wanted after them. */
  readonly skip: number;
  readonly limit: number;
  /** Ends the search early: the client no longer waits for it. */
  readonly signal?: AbortSignal;
}

export interface SearchHit {
  readonly library: Library;
  /** In the library. */
  readonly path: string;
  readonly dirent: Dirent;
}

export interface SearchResult {
  /** By library, as the caller's list has them; inside each a folder before its content, by name. */
  readonly hits: readonly SearchHit[];
  /** Hits seen: all that there are, unless `more` is set or `isComplete` is not. */
  readonly seen: number;
  readonly more: boolean;
  /** False: the search was ended early, or a part of the libraries could not be read. */
  readonly isComplete: boolean;
}

export interface SearchDependencies {
  readonly listing: LibraryListing;
  readonly access: LibraryAccess;
  readonly contents: LibraryContents;
  /** Items looked at in one search; absent: two million, some seconds of work. */
  readonly maxExamined?: number;
}

const MAX_EXAMINED = 2_000_000;
/** A fraction of a millisecond to a few: other requests hardly notice. */
const ITEMS_BEFORE_YIELD = 500;
const RETRY_SECONDS = 2;

interface Place {
  readonly library: Library;
  /** Folder from which to look. */
  readonly path: string;
}

/**
 * Finding items by their names, sizes and times, as clients ask. It reads the folders of the heads until it has what was
 * asked for, and stops for good after two million items: unlike the index of `time-search.ts` it never lags behind, and
 * it finds in encrypted libraries too.
 */
export type Search = ReturnType<typeof createSearch>;

export function createSearch(deps: SearchDependencies) {
  const { listing, access, contents, maxExamined = MAX_EXAMINED } = deps;
  let running = 0;

  function placesOf(caller: Caller, scope: SearchScope): Place[] {
    if ('kinds' in scope)
      return listing.list(caller, { kinds: scope.kinds }).map(({ library }) => ({ library, path: '/' }));
    return [{ library: access.readable(caller, scope.libraryId).library, path: scope.path }];
  }

  /** Null in place of what cannot be read of a library: the others are still searched. */
  async function* itemsOf(places: readonly Place[]): AsyncGenerator<SearchHit | null> {
    for (const { library, path } of places) {
      try {
        const { id } = await contents.list(library, path);
        for await (const entry of contents.walk(library, id)) {
          const inLibrary = path === '/' ? entry.path : joinPath(path, entry.path.slice(1));
          yield { library, path: inLibrary, dirent: entry.dirent };
        }
      } catch (error) {
        if (!isUnreadable(error)) throw error;
        yield null;
      }
    }
  }

  async function collect(places: readonly Place[], request: SearchRequest): Promise<SearchResult> {
    const { filter, skip, limit, signal } = request;
    const matches = itemMatcher(filter);
    const hits: SearchHit[] = [];
    let isComplete = true;
    let seen = 0;
    let examined = 0;
    for await (const hit of itemsOf(places)) {
      if (examined++ === maxExamined) return { hits, seen, more: false, isComplete: false };
      if (examined % ITEMS_BEFORE_YIELD === 0) await yieldToEventLoop();
      if (signal?.aborted === true) return { hits, seen, more: false, isComplete: false };
      if (hit === null) isComplete = false;
      else if (matches(hit.dirent)) seen++;
      else continue;
      if (seen > skip + limit) return { hits, seen, more: true, isComplete };
      if (seen > skip && hit !== null) hits.push(hit);
    }
    return { hits, seen, more: false, isComplete };
  }

  return {
    /** @throws DomainError `library-not-found`, `permission-denied`, `folder-not-found`, `not-a-folder`, `busy` */
    async find(caller: Caller, request: SearchRequest): Promise<SearchResult> {
      const places = placesOf(caller, request.scope);
      if (running >= SEARCHES_AT_ONCE) throw new DomainError('busy', { retryAfterSeconds: RETRY_SECONDS });
      running++;
      try {
        return await collect(places, request);
      } finally {
        running--;
      }
    },
  };
}
