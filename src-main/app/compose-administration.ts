import type { LibraryEdits } from '../engine/edits/library-edits.ts';
import type { Check } from '../engine/objects/check.ts';
import type { Clock, EventSink, Ids } from '../engine/ports.ts';
import type { LibraryContents } from '../engine/reading/library-contents.ts';
import type { RetentionClock } from '../engine/reading/retention-time.ts';
import type { ObjectStore } from '../store/objects/object-store.ts';
import { createAdminVisits } from '../usecases/access/admin-visits.ts';
import type { LibraryAccess } from '../usecases/access/library-access.ts';
import type { People } from '../usecases/access/people.ts';
import { createAccountList } from '../usecases/accounts/account-list.ts';
import type { Accounts } from '../usecases/accounts/accounts.ts';
import type { Devices } from '../usecases/accounts/devices.ts';
import { createUserRemoval } from '../usecases/accounts/user-removal.ts';
import type { Downloads } from '../usecases/files/downloads.ts';
import { createAdminContents } from '../usecases/libraries/admin-contents.ts';
import type { LibrariesService } from '../usecases/libraries/libraries.ts';
import type { Garbage } from '../usecases/upkeep/garbage.ts';
import { createJobs } from '../usecases/upkeep/jobs.ts';
import { createServerSettings } from '../usecases/upkeep/server-settings.ts';
import { createStorageUse } from '../usecases/upkeep/storage-use.ts';
import type { Tables } from './tables.ts';

interface AdministrationParts extends Omit<Tables, 'devices'> {
  readonly access: LibraryAccess;
  readonly contents: LibraryContents;
  readonly edits: LibraryEdits;
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
