import type { ChangeLibrary } from '../engine/heads/change-library.ts';
import type { Clock } from '../engine/ports.ts';
import type { LibraryContents } from '../engine/reading/library-contents.ts';
import { createActivities } from '../services/activities.ts';
import { createChangeLog } from '../services/change-log.ts';
import { createConflictCopies } from '../services/conflict-copies.ts';
import { createDevices } from '../services/devices.ts';
import type { HistoryService } from '../services/history.ts';
import type { LibraryAccess } from '../services/library-access.ts';
import type { LibraryListing } from '../services/library-listing.ts';
import { createRecentCommits } from '../services/recent-commits.ts';
import { createSearch } from '../services/search.ts';
import { createStars } from '../services/stars.ts';
import type { SyncTokens } from '../services/sync-tokens.ts';
import type { ObjectStore } from '../store/objects/object-store.ts';
import type { Tables } from './tables.ts';

interface PersonalParts extends Omit<Tables, 'syncTokens' | 'history'> {
  readonly access: LibraryAccess;
  readonly contents: LibraryContents;
  readonly changeLibrary: ChangeLibrary;
  readonly listing: LibraryListing;
  readonly history: HistoryService;
  readonly syncTokens: SyncTokens;
  readonly objects: ObjectStore;
  readonly clock: Clock;
}

/** What people mark, find and look after across all of their libraries. */
export function composePersonal(parts: PersonalParts) {
  return {
    stars: createStars(parts),
    search: createSearch(parts),
    activities: createActivities(parts),
    recentCommits: createRecentCommits(parts),
    changeLog: createChangeLog(parts),
    conflictCopies: createConflictCopies(parts),
    devices: createDevices(parts),
  };
}
