import { createAdminLibraries } from '../usecases/libraries/admin-libraries.ts';
import { createDeletedLibraries } from '../usecases/libraries/deleted-libraries.ts';
import { createDriveLibraries } from '../usecases/libraries/drive-libraries.ts';
import { createLibraries } from '../usecases/libraries/libraries.ts';
import { createLibraryPasswords } from '../usecases/libraries/library-passwords.ts';
import { createSyncHeads } from '../usecases/libraries/sync-heads.ts';
import { createLibrarySharesAndLinks } from '../usecases/sharing/library-shares-and-links.ts';
import type { Access } from './compose-access.ts';
import type { Engine } from './compose-engine.ts';
import type { ServiceParts } from './service-parts.ts';

/** Libraries as wholes: made, listed, handed over, deleted, kept. */
export function composeLibraries(
  { tables, objects, clock, ids, events }: ServiceParts,
  { journalRecords, changeLibrary, quotas }: Engine,
  { access, people, listing, lostAccess, syncTokens, unlocked }: Access,
) {
  const { transaction } = tables;
  const sharesAndLinks = createLibrarySharesAndLinks({
    shares: tables.shares,
    publicLinks: tables.publicLinks,
    syncTokens: tables.syncTokens,
    users: tables.users,
    lostAccess,
  });
  const { folderLibraries, deletedLibraries } = tables;
  const libraries = createLibraries({
    libraries: tables.libraries,
    folderLibraries,
    deletedLibraries,
    serverSettings: tables.serverSettings,
    transaction,
    journalRecords,
    changeLibrary,
    access,
    people,
    listing,
    sharesAndLinks,
    syncTokens,
    clock,
    ids,
    events,
  });
  return {
    libraries,
    adminLibraries: createAdminLibraries({
      libraries: tables.libraries,
      transaction,
      changeLibrary,
      access,
      people,
      librariesService: libraries,
      events,
    }),
    deletedLibraries: createDeletedLibraries({
      deletedLibraries,
      folderLibraries,
      importingLibraries: tables.importingLibraries,
      transaction,
      objects,
      journalRecords,
      people,
      sharesAndLinks,
      clock,
      events,
    }),
    driveLibraries: createDriveLibraries({ listing, unlocked, access, librariesService: libraries }),
    passwords: createLibraryPasswords({ changeLibrary, access, unlocked }),
    syncHeads: createSyncHeads({ libraries: tables.libraries, changeLibrary, quotas, listing }),
  };
}
