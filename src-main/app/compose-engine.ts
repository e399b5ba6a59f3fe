import { createLibraryEdits } from '../engine/edits/library-edits.ts';
import { createChangeLibrary } from '../engine/heads/change-library.ts';
import { createJournalRecords } from '../engine/heads/journal-records.ts';
import { createCheck } from '../engine/objects/check.ts';
import { PendingStorage } from '../engine/objects/pending-storage.ts';
import { createStorageQuotas } from '../engine/objects/storage-quotas.ts';
import { createSyncObjects } from '../engine/objects/sync-objects.ts';
import { createFileVersions } from '../engine/reading/file-versions.ts';
import { HeavyReading } from '../engine/reading/heavy-reading.ts';
import { createLibraryContents } from '../engine/reading/library-contents.ts';
import { createRetentionClock } from '../engine/reading/retention.ts';
import { createSearchFollower } from '../engine/reading/search-follower.ts';
import type { ServiceParts } from './service-parts.ts';

/** The life of libraries, for all use cases. */
export type Engine = ReturnType<typeof composeEngine>;

export function composeEngine(parts: ServiceParts) {
  const { tables, objects, journal, clock, events } = parts;
  const { libraryTable, folderLibraryTable, deletedLibraryTable, historyTable, pinTable, transaction } =
    tables;
  const reading = new HeavyReading();
  const quotas = createStorageQuotas({ libraryTable, users: tables.users, groups: tables.groups });
  const pending = new PendingStorage({ clock, quotas });
  const journalRecords = createJournalRecords({ libraryTable, deletedLibraryTable, journal, clock });
  const changeLibrary = createChangeLibrary({
    libraryTable,
    folderLibraryTable,
    historyTable,
    historyRewriteTable: tables.historyRewriteTable,
    pinTable,
    transaction,
    trashTable: tables.trashTable,
    itemMarks: tables.itemMarks,
    largeMoves: tables.largeMoves,
    linkedFolders: tables.linkedFolders,
    folderIndex: tables.folderIndex,
    objects,
    journalRecords,
    clock,
    events,
    reading,
    quotas,
    pending,
  });
  const contents = createLibraryContents({ libraryTable, historyTable, pinTable, objects, reading });
  const retention = createRetentionClock({ clock, retentionTime: tables.retentionTime });
  return {
    reading,
    quotas,
    pending,
    journalRecords,
    changeLibrary,
    contents,
    fileVersions: createFileVersions({ libraryTable, historyTable, objects, retention }),
    edits: createLibraryEdits({
      libraryTable,
      historyTable,
      trashTable: tables.trashTable,
      objects,
      contents,
      changeLibrary,
      reading,
      retention,
      quotas,
      pending,
      clock,
    }),
    retention,
    syncObjects: createSyncObjects({ objects, pending }),
    searchFollower: composeSearchFollower(tables, objects),
    check: composeCheck(parts),
  };
}

function composeCheck({ tables, objects, journal, ...parts }: ServiceParts) {
  const { libraryTable, folderLibraryTable, historyTable } = tables;
  return createCheck({
    libraryTable,
    folderLibraryTable,
    historyTable,
    objects,
    journal,
    databaseFaults: parts.databaseFaults ?? tables.databaseFaults,
    missingFiles: parts.missingFiles,
    damagedPacks: parts.damagedPacks,
  });
}

function composeSearchFollower(
  {
    libraryTable,
    folderLibraryTable,
    historyTable,
    transaction,
    searchIndex,
    searchTexts,
    searchRemoval,
  }: ServiceParts['tables'],
  objects: ServiceParts['objects'],
) {
  return createSearchFollower({
    libraryTable,
    folderLibraryTable,
    historyTable,
    transaction,
    searchIndex,
    searchTexts,
    searchRemoval,
    objects,
  });
}
