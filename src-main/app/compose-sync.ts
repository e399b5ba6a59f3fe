import type { ChangeLibrary } from '../engine/heads/change-library.ts';
import type { PendingStorage } from '../engine/objects/pending-storage.ts';
import type { StorageQuotas } from '../engine/objects/storage-quotas.ts';
import { createSyncObjects } from '../engine/objects/sync-objects.ts';
import type { Clock } from '../engine/ports.ts';
import type { HeadJournal } from '../store/head-journal.ts';
import type { ObjectStore } from '../store/objects/object-store.ts';
import type { LibraryAccess } from '../usecases/access/library-access.ts';
import { createSyncAccess } from '../usecases/access/sync-access.ts';
import { createNotificationTokens } from '../usecases/accounts/notification-tokens.ts';
import type { SyncTokens } from '../usecases/accounts/sync-tokens.ts';
import type { LibraryListing } from '../usecases/libraries/library-listing.ts';
import { createSyncHeads } from '../usecases/libraries/sync-heads.ts';
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
