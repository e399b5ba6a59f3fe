import type { ChangeLibrary } from '../services/change-library.ts';
import type { LibraryAccess } from '../services/library-access.ts';
import type { LibraryListing } from '../services/library-listing.ts';
import { createNotificationTokens } from '../services/notification-tokens.ts';
import type { PendingStorage } from '../services/pending-storage.ts';
import type { Clock } from '../services/ports.ts';
import type { StorageQuotas } from '../services/storage-quotas.ts';
import { createSyncAccess } from '../services/sync-access.ts';
import { createSyncHeads } from '../services/sync-heads.ts';
import { createSyncObjects } from '../services/sync-objects.ts';
import type { SyncTokens } from '../services/sync-tokens.ts';
import type { HeadJournal } from '../store/head-journal.ts';
import type { ObjectStore } from '../store/objects/object-store.ts';
import type { Tables } from './tables.ts';

interface SyncParts extends Omit<Tables, 'syncTokens'> {
  readonly objects: ObjectStore;
  readonly journal: HeadJournal;
  readonly syncTokens: SyncTokens;
  readonly access: LibraryAccess;
  readonly changeLibrary: ChangeLibrary;
  readonly quotas: StorageQuotas;
  readonly pending: PendingStorage;
  readonly listing: LibraryListing;
  readonly clock: Clock;
  /** Key of the tokens for notifications. */
  readonly secret: Uint8Array;
}

/** What official sync clients talk to. */
export function composeSync(parts: SyncParts) {
  return {
    syncAccess: createSyncAccess(parts),
    syncObjects: createSyncObjects(parts),
    syncHeads: createSyncHeads(parts),
    notificationTokens: createNotificationTokens(parts),
  };
}
