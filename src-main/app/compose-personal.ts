import type { LibraryEdits } from '../engine/edits/library-edits.ts';
import type { ChangeLibrary } from '../engine/heads/change-library.ts';
import type { Clock } from '../engine/ports.ts';
import type { LibraryContents } from '../engine/reading/library-contents.ts';
import type { ObjectStore } from '../store/objects/object-store.ts';
import type { LibraryAccess } from '../usecases/access/library-access.ts';
import { createDevices } from '../usecases/accounts/devices.ts';
import type { SyncTokens } from '../usecases/accounts/sync-tokens.ts';
import { createConflictCopies } from '../usecases/files/conflict-copies.ts';
import { createSearch } from '../usecases/files/search.ts';
import { createStars } from '../usecases/files/stars.ts';
import { createActivities } from '../usecases/history/activities.ts';
import { createChangeLog } from '../usecases/history/change-log.ts';
import type { HistoryService } from '../usecases/history/history.ts';
import { createRecentCommits } from '../usecases/history/recent-commits.ts';
import type { LibraryListing } from '../usecases/libraries/library-listing.ts';
import type { Tables } from './tables.ts';

interface PersonalParts extends Omit<Tables, 'syncTokens' | 'history'> {
  readonly access: LibraryAccess;
  readonly contents: LibraryContents;
  readonly edits: LibraryEdits;
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
