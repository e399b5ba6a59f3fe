import type { LibraryId } from '../../core/library/library-id.ts';
import type { MovedPath } from '../../core/library/moved-paths.ts';
import { createAdminVisitTable } from './admin-visits.ts';
import { createBackupTable } from './backup.ts';
import { createCommitNoteTable } from './commit-notes.ts';
import { createConflictNameTable } from './conflict-names.ts';
import { createDeletedLibraryTable, createImportingLibraryTable } from './deleted-libraries.ts';
import { createDeviceTable } from './devices.ts';
import { createFinishedJobTable } from './finished-jobs.ts';
import { createFolderActivityTable } from './folder-activity.ts';
import { createFolderIndexTable } from './folder-index.ts';
import { createFolderJournalTable } from './folder-journal.ts';
import { createFolderLibraryTable } from './folder-libraries.ts';
import { createGroupTable } from './groups.ts';
import { createHistoryTable } from './history.ts';
import { createHistoryRewriteTable } from './history-rewrites.ts';
import { createHistorySearchTable } from './history-search.ts';
import { createHistorySizeTable } from './history-sizes.ts';
import { createItemPropertyTable } from './item-properties.ts';
import { createLargeMoves } from './large-moves.ts';
import { createLibraryTable } from './libraries.ts';
import { createLibraryTokenTable } from './library-tokens.ts';
import { createFolderNeeds, createLinkedFolderTable } from './linked-folders.ts';
import type { Database } from './open.ts';
import { createPinTable } from './pins.ts';
import { createPublicLinkTable } from './public-links.ts';
import { createReachTable } from './reach.ts';
import { createReadRangeTable } from './read-ranges.ts';
import { faultsOf } from './recovery.ts';
import { createSearchFinds } from './search-finds.ts';
import { createSearchIndexTable } from './search-index.ts';
import { createSearchRemoval } from './search-removal.ts';
import { createSearchTextTable } from './search-texts.ts';
import { createRetentionTimeTable, createServerSettingsTable } from './server-settings.ts';
import { createShareTable } from './shares.ts';
import { createSmartLinkTable } from './smart-links.ts';
import { createStarTable } from './stars.ts';
import { createApiTokenTable, createSyncTokenTable } from './tokens.ts';
import { createTrashTable } from './trash.ts';
import { createUserTable } from './users.ts';

/** Every table of a database, ready for the services. */
export type Tables = ReturnType<typeof tablesOf>;

export function tablesOf(db: Database) {
  const starTable = createStarTable(db);
  const smartLinkTable = createSmartLinkTable(db);
  const folderLibraryTable = createFolderLibraryTable(db);
  return {
    libraryTable: createLibraryTable(db),
    importingLibraries: createImportingLibraryTable(db),
    folderLibraryTable,
    deletedLibraryTable: createDeletedLibraryTable(db),
    historyTable: createHistoryTable(db),
    historyRewriteTable: createHistoryRewriteTable(db),
    historySearchTable: createHistorySearchTable(db),
    pinTable: createPinTable(db),
    commitNotes: createCommitNoteTable(db),
    conflictNames: createConflictNameTable(db),
    trashTable: createTrashTable(db),
    largeMoves: createLargeMoves(db),
    users: createUserTable(db),
    groups: createGroupTable(db),
    apiTokens: createApiTokenTable(db),
    syncTokenTable: createSyncTokenTable(db),
    historySizeTable: createHistorySizeTable(db),
    libraryTokenTable: createLibraryTokenTable(db),
    deviceTable: createDeviceTable(db),
    shareTable: createShareTable(db),
    starTable,
    smartLinkTable,
    itemMarks: allMarks(starTable, smartLinkTable, folderLibraryTable),
    itemPropertyTable: createItemPropertyTable(db),
    publicLinks: createPublicLinkTable(db),
    adminVisitTable: createAdminVisitTable(db),
    finishedJobs: createFinishedJobTable(db),
    serverSettings: createServerSettingsTable(db),
    reachTable: createReachTable(db),
    backupTable: createBackupTable(db),
    readRangeTable: createReadRangeTable(db),
    linkedFolders: createLinkedFolderTable(db),
    folderActivityTable: createFolderActivityTable(db),
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

/** What people have noted about items by their path. */
interface ItemMarks {
  /**
   * Moves the marks of all users on items and everything inside them. All moves happen at once, so that items may swap
   * places. To be called in a transaction.
   */
  follow(library: LibraryId, moves: readonly MovedPath[]): void;
}

/** All marks, as one. */
function allMarks(...tables: readonly ItemMarks[]): ItemMarks {
  return {
    follow(library, moves) {
      if (moves.length === 0) return;
      for (const table of tables) table.follow(library, moves);
    },
  };
}
