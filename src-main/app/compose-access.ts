import { createAccessLinks } from '../usecases/access/access-links.ts';
import { createAdminVisits } from '../usecases/access/admin-visits.ts';
import { createLibraryAccess } from '../usecases/access/library-access.ts';
import { createPeople } from '../usecases/access/people.ts';
import { createLostAccess, createSyncAccess } from '../usecases/access/sync-access.ts';
import { UnlockedLibraries } from '../usecases/access/unlocked-libraries.ts';
import { createSyncTokens } from '../usecases/accounts/sync-tokens.ts';
import { createLibraryListing } from '../usecases/libraries/library-listing.ts';
import type { ServiceParts } from './service-parts.ts';

/** Who may access what, for all other use cases. */
export type Access = ReturnType<typeof composeAccess>;

export function composeAccess(parts: ServiceParts) {
  const { tables, journal, clock, ids, events, deriveForLibraries } = parts;
  const { libraryTable, shareTable, users, groups, historyTable, deletedLibraryTable } = tables;
  const { folderLibraryTable } = tables;
  const people = createPeople({ users, groups });
  const access = createLibraryAccess({
    libraryTable,
    folderLibraryTable,
    shareTable,
    people,
    libraryTokenTable: tables.libraryTokenTable,
  });
  const syncTokens = createSyncTokens({ table: tables.syncTokenTable, users, clock, ids });
  return {
    people,
    access,
    syncTokens,
    listing: createLibraryListing({ libraryTable, shareTable, access, people }),
    accessLinks: createAccessLinks({ publicLinks: tables.publicLinks, access, clock, ids }),
    lostAccess: createLostAccess({
      libraryTable,
      folderLibraryTable,
      syncTokenTable: tables.syncTokenTable,
      access,
    }),
    adminVisits: createAdminVisits({ adminVisitTable: tables.adminVisitTable, access, clock }),
    syncAccess: createSyncAccess({
      historyTable,
      deletedLibraryTable,
      folderLibraryTable,
      journal,
      access,
      syncTokens,
    }),
    unlocked: new UnlockedLibraries({ libraryTable, clock, events, deriveForLibraries }),
  };
}
