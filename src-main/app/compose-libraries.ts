import { createAdminLibraries } from '../usecases/libraries/admin-libraries.ts';
import { createDeletedLibraries, type DeletedLibraries } from '../usecases/libraries/deleted-libraries.ts';
import { createDriveLibraries } from '../usecases/libraries/drive-libraries.ts';
import { createLibraries } from '../usecases/libraries/libraries.ts';
import { createLibraryFacts } from '../usecases/libraries/library-facts.ts';
import { createLibraryPasswords } from '../usecases/libraries/library-passwords.ts';
import { createSampleLibraries } from '../usecases/libraries/sample-libraries.ts';
import { createSyncHeads } from '../usecases/libraries/sync-heads.ts';
import { createLibrarySharesAndLinks } from '../usecases/sharing/library-shares-and-links.ts';
import type { Access } from './compose-access.ts';
import type { Engine } from './compose-engine.ts';
import type { ServiceParts } from './service-parts.ts';

/** Whole libraries: created, listed, transferred, deleted, kept. */
export function composeLibraries(parts: ServiceParts, engine: Engine, rooms: Access) {
  const { tables, objects, clock, ids, events } = parts;
  const { journalRecords, changeLibrary, quotas } = engine;
  const { access, people, listing, lostAccess, syncTokens, unlocked } = rooms;
  const { transaction } = tables;
  const sharesAndLinks = createLibrarySharesAndLinks({
    shareTable: tables.shareTable,
    publicLinks: tables.publicLinks,
    syncTokenTable: tables.syncTokenTable,
    users: tables.users,
    lostAccess,
  });
  const { folderLibraryTable, deletedLibraryTable } = tables;
  const libraries = createLibraries({
    libraryTable: tables.libraryTable,
    folderLibraryTable,
    deletedLibraryTable,
    serverSettings: tables.serverSettings,
    transaction,
    journalRecords,
    changeLibrary,
    ...{ access, people, listing, sharesAndLinks, syncTokens, unlocked, clock, ids, events },
  });
  const deletedLibraries = createDeletedLibraries({
    deletedLibraryTable,
    folderLibraryTable,
    folderActivityTable: tables.folderActivityTable,
    folderActivity: parts.folderActivity,
    importingLibraries: tables.importingLibraries,
    transaction,
    objects,
    journalRecords,
    people,
    sharesAndLinks,
    clock,
    events,
  });
  return {
    libraries,
    adminLibraries: createAdminLibraries({
      libraryTable: tables.libraryTable,
      transaction,
      changeLibrary,
      access,
      people,
      libraries,
      events,
    }),
    deletedLibraries,
    sampleLibraries: composeSamples(parts, engine, rooms, deletedLibraries),
    factsOf: createLibraryFacts(tables),
    driveLibraries: createDriveLibraries({ listing, unlocked, access, libraries }),
    passwords: createLibraryPasswords({ changeLibrary, access, unlocked }),
    syncHeads: createSyncHeads({ libraryTable: tables.libraryTable, changeLibrary, quotas, listing }),
  };
}

function composeSamples(
  { tables, clock, ids, events }: ServiceParts,
  { changeLibrary, edits }: Engine,
  { access, listing }: Access,
  deletedLibraries: DeletedLibraries,
) {
  const { historyTable, deletedLibraryTable } = tables;
  return createSampleLibraries({
    ...{ historyTable, deletedLibraryTable, deletedLibraries },
    ...{ changeLibrary, access, listing, edits, clock, ids, events },
  });
}
