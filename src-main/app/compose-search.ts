import type { LibraryContents } from '../engine/reading/library-contents.ts';
import type { RetentionClock } from '../engine/reading/retention-time.ts';
import { createSearchFollower } from '../engine/reading/search-follower.ts';
import type { ObjectStore } from '../store/objects/object-store.ts';
import type { LibraryAccess } from '../usecases/access/library-access.ts';
import { createTimeSearch } from '../usecases/history/time-search.ts';
import type { LibraryListing } from '../usecases/libraries/library-listing.ts';
import type { Tables } from './tables.ts';

interface SearchParts extends Tables {
  readonly access: LibraryAccess;
  readonly listing: LibraryListing;
  readonly contents: LibraryContents;
  readonly objects: ObjectStore;
  readonly retention: RetentionClock;
}

/** The search index, and what is found by it. */
export function composeTimeSearch(parts: SearchParts) {
  return { searchFollower: createSearchFollower(parts), timeSearch: createTimeSearch(parts) };
}
