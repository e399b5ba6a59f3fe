import { createAccessLinks } from '../usecases/access/access-links.ts';
import { createAdminVisits } from '../usecases/access/admin-visits.ts';
import { createLibraryAccess } from '../usecases/access/library-access.ts';
import { createPeople } from '../usecases/access/people.ts';
import { createLostAccess, createSyncAccess } from '../usecases/access/sync-access.ts';
import { createUnlockedLibraries } from '../usecases/access/unlocked-libraries.ts';
import { createSyncTokens } from '../usecases/accounts/sync-tokens.ts';
import { createLibraryListing } from '../usecases/libraries/library-listing.ts';
import type { ServiceParts } from './service-parts.ts';

/** Who reaches what, for all other use cases. */
export type Access = ReturnType<typeof composeAccess>;

export function composeAccess(parts: ServiceParts) {
  const { tables, journal, clock, ids, events, deriveForLibraries } = parts;
  const people = createPeople(tables);
  const access = createLibraryAccess({ ...tables, people });
  const syncTokens = createSyncTokens({ table: tables.syncTokenTable, users: tables.users, clock, ids });
  return {
    people,
    access,
    syncTokens,
    listing: createLibraryListing({ ...tables, access, people }),
    accessLinks: createAccessLinks({ ...tables, access, clock, ids }),
    lostAccess: createLostAccess({ ...tables, access }),
    adminVisits: createAdminVisits({ ...tables, access, clock }),
    syncAccess: createSyncAccess({ ...tables, journal, access, syncTokens }),
    unlocked: createUnlockedLibraries({ ...tables, clock, events, deriveForLibraries }),
  };
}
