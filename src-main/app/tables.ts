import { createAdminVisitTable } from '../store/sqlite/admin-visits.ts';
import { createBackupTable } from '../store/sqlite/backup.ts';
import { createConflictNameTable } from '../store/sqlite/conflict-names.ts';
import { createDeletedLibraryTable } from '../store/sqlite/deleted-libraries.ts';
import { createDeviceTable } from '../store/sqlite/devices.ts';
import { createFinishedJobTable } from '../store/sqlite/finished-jobs.ts';
import { createFolderIndexTable } from '../store/sqlite/folder-index.ts';
import { createFolderJournalTable } from '../store/sqlite/folder-journal.ts';
import { createFolderNeeds } from '../store/sqlite/folder-needs.ts';
import { createGroupTable } from '../store/sqlite/groups.ts';
import { createHistoryTable } from '../store/sqlite/history.ts';
import { createHistorySearchTable } from '../store/sqlite/history-search.ts';
import { createImportingLibraryTable } from '../store/sqlite/importing-libraries.ts';
import { createLargeMoves } from '../store/sqlite/large-moves.ts';
import { createLibraryTable } from '../store/sqlite/libraries.ts';
import { createLinkedFolderTable } from '../store/sqlite/linked-folders.ts';
import type { Database } from '../store/sqlite/open.ts';
import { createPinTable } from '../store/sqlite/pins.ts';
import { createPublicLinkTable } from '../store/sqlite/public-links.ts';
import { createReachTable } from '../store/sqlite/reach.ts';
import { faultsOf } from '../store/sqlite/recovery.ts';
import { createRetentionTimeTable } from '../store/sqlite/retention-time.ts';
import { createSearchFinds } from '../store/sqlite/search-finds.ts';
import { createSearchIndexTable } from '../store/sqlite/search-index.ts';
import { createSearchRemoval } from '../store/sqlite/search-removal.ts';
import { createSearchTextTable } from '../store/sqlite/search-texts.ts';
import { createServerSettingsTable } from '../store/sqlite/server-settings.ts';
import { createShareTable } from '../store/sqlite/shares.ts';
import { createStarTable } from '../store/sqlite/stars.ts';
import { createApiTokenTable, createSyncTokenTable } from '../store/sqlite/tokens.ts';
import { createTrashTable } from '../store/sqlite/trash.ts';
import { createUserTable } from '../store/sqlite/users.ts';

/** Every table of a database, ready for the services. */
export type Tables = ReturnType<typeof tablesOf>;

export function tablesOf(db: Database) {
  return {
    libraries: createLibraryTable(db),
    importingLibraries: createImportingLibraryTable(db),
    deletedLibraries: createDeletedLibraryTable(db),
    history: createHistoryTable(db),
    historySearch: createHistorySearchTable(db),
    pins: createPinTable(db),
    conflictNames: createConflictNameTable(db),
    trash: createTrashTable(db),
    largeMoves: createLargeMoves(db),
    users: createUserTable(db),
    groups: createGroupTable(db),
    apiTokens: createApiTokenTable(db),
    syncTokens: createSyncTokenTable(db),
    devices: createDeviceTable(db),
    shares: createShareTable(db),
    stars: createStarTable(db),
    publicLinks: createPublicLinkTable(db),
    adminVisits: createAdminVisitTable(db),
    finishedJobs: createFinishedJobTable(db),
    serverSettings: createServerSettingsTable(db),
    reach: createReachTable(db),
    backup: createBackupTable(db),
    linkedFolders: createLinkedFolderTable(db),
    folderIndex: createFolderIndexTable(db),
    folderNeeds: createFolderNeeds(db),
    folderJournal: createFolderJournalTable(db),
    retentionTime: createRetentionTimeTable(db),
    searchIndex: createSearchIndexTable(db),
    searchTexts: createSearchTextTable(db),
    searchRemoval: createSearchRemoval(db),
    searchFinds: createSearchFinds(db),
    /** One immediate transaction, durable on return. */
    transaction: <T>(work: () => T): T => db.transaction(work).immediate(),
    /** What SQLite finds wrong with its own file; empty: nothing. */
    databaseFaults: async (): Promise<readonly string[]> => faultsOf(db),
  };
}
