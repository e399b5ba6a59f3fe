import { createLibraryEdits } from '../engine/edits/library-edits.ts';
import { createChangeLibrary } from '../engine/heads/change-library.ts';
import { createJournalRecords } from '../engine/heads/journal-records.ts';
import { createCheck } from '../engine/objects/check.ts';
import { createPendingStorage } from '../engine/objects/pending-storage.ts';
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

export function composeEngine({ tables, objects, journal, clock, events, ...rest }: ServiceParts) {
  const { libraries, folderLibraries, deletedLibraries, history, pins, transaction } = tables;
  const reading = new HeavyReading();
  const quotas = createStorageQuotas({ libraries, users: tables.users, groups: tables.groups });
  const pending = createPendingStorage({ clock, quotas });
  const journalRecords = createJournalRecords({ libraries, deletedLibraries, journal, clock });
  const changeLibrary = createChangeLibrary({
    ...{ libraries, folderLibraries, history, transaction },
    trash: tables.trash,
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
  const contents = createLibraryContents({ libraries, history, pins, objects, reading });
  const retention = createRetentionClock({ clock, retentionTime: tables.retentionTime });
  return {
    reading,
    quotas,
    pending,
    journalRecords,
    changeLibrary,
    contents,
    fileVersions: createFileVersions({ libraries, history, objects, retention }),
    edits: createLibraryEdits({
      libraries,
      trash: tables.trash,
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
    check: createCheck({
      libraries,
      folderLibraries,
      history,
      objects,
      journal,
      databaseFaults: rest.databaseFaults ?? tables.databaseFaults,
      missingFiles: rest.missingFiles,
      damagedPacks: rest.damagedPacks,
    }),
  };
}

function composeSearchFollower(
  {
    libraries,
    folderLibraries,
    history,
    transaction,
    searchIndex,
    searchTexts,
    searchRemoval,
  }: ServiceParts['tables'],
  objects: ServiceParts['objects'],
) {
  return createSearchFollower({
    libraries,
    folderLibraries,
    history,
    transaction,
    searchIndex,
    searchTexts,
    searchRemoval,
    objects,
  });
}
