import type { Check } from '../engine/objects/check.ts';
import type { Clock, EventSink, Ids } from '../engine/ports.ts';
import type { LibraryContents } from '../engine/reading/library-contents.ts';
import type { RetentionClock } from '../engine/reading/retention-time.ts';
import { createAccountList } from '../services/account-list.ts';
import type { Accounts } from '../services/accounts.ts';
import { createAdminContents } from '../services/admin-contents.ts';
import { createAdminVisits } from '../services/admin-visits.ts';
import type { Devices } from '../services/devices.ts';
import type { Downloads } from '../services/downloads.ts';
import type { Garbage } from '../services/garbage.ts';
import { createJobs } from '../services/jobs.ts';
import type { LibrariesService } from '../services/libraries.ts';
import type { LibraryAccess } from '../services/library-access.ts';
import type { People } from '../services/people.ts';
import { createServerSettings } from '../services/server-settings.ts';
import { createStorageUse } from '../services/storage-use.ts';
import { createUserRemoval } from '../services/user-removal.ts';
import type { ObjectStore } from '../store/objects/object-store.ts';
import type { Tables } from './tables.ts';

interface AdministrationParts extends Omit<Tables, 'devices'> {
  readonly access: LibraryAccess;
  readonly contents: LibraryContents;
  readonly downloads: Downloads;
  readonly accounts: Accounts;
  readonly devices: Devices;
  readonly people: People;
  readonly librariesService: LibrariesService;
  readonly check: Check;
  readonly garbage: Garbage;
  readonly retention: RetentionClock;
  readonly objects: ObjectStore;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly events: EventSink;
}

/** What administrators do with the people and the disk of the server, and inside libraries of others. */
export function composeAdministration(parts: AdministrationParts) {
  const visits = createAdminVisits(parts);
  const storageUse = createStorageUse(parts);
  return {
    adminVisits: visits,
    adminContents: createAdminContents({ ...parts, visits }),
    accountList: createAccountList(parts),
    userRemoval: createUserRemoval(parts),
    storageUse,
    jobs: createJobs({ ...parts, storageUse }),
    settings: createServerSettings(parts),
  };
}
