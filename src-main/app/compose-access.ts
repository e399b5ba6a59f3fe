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

export function composeAccess({ tables, journal, clock, ids, deriveForLibraries }: ServiceParts) {
  const { libraries, folderLibraries, shares, users, groups, history, deletedLibraries } = tables;
  const people = createPeople({ users, groups });
  const access = createLibraryAccess({
    ...{ libraries, folderLibraries, shares, libraryTokens: tables.libraryTokens },
    people,
  });
  const syncTokens = createSyncTokens({ table: tables.syncTokens, users, clock, ids });
  return {
    people,
    access,
    syncTokens,
    listing: createLibraryListing({ libraries, shares, access, people }),
    accessLinks: createAccessLinks({ publicLinks: tables.publicLinks, access, clock, ids }),
    lostAccess: createLostAccess({ libraries, folderLibraries, syncTokens: tables.syncTokens, access }),
    adminVisits: createAdminVisits({ adminVisits: tables.adminVisits, access, clock }),
    syncAccess: createSyncAccess({
      ...{ history, deletedLibraries, folderLibraries, journal },
      ...{ access, syncTokens },
    }),
    unlocked: createUnlockedLibraries({ libraries, clock, deriveForLibraries }),
  };
}
