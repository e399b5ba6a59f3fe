import { createGarbage } from '../usecases/upkeep/garbage.ts';
import { createJobs } from '../usecases/upkeep/jobs.ts';
import { createServerSettings } from '../usecases/upkeep/server-settings.ts';
import { createStorageUse } from '../usecases/upkeep/storage-use.ts';
import type { Engine } from './compose-engine.ts';
import type { ServiceParts } from './service-parts.ts';

/** What keeps the disk of the server in order. */
export function composeUpkeep(
  { tables, objects, journal, clock, ids }: ServiceParts,
  { journalRecords, changeLibrary, check, retention }: Engine,
) {
  const { libraryTable, historyTable, trashTable, pinTable, folderNeeds, folderLibraries, finishedJobs } =
    tables;
  const garbage = createGarbage({
    libraryTable,
    folderLibraries,
    historyTable,
    trashTable,
    pinTable,
    folderNeeds,
    objects,
    journal,
    journalRecords,
    changeLibrary,
    retention,
  });
  const storageUse = createStorageUse({
    libraryTable,
    folderLibraries,
    historyTable,
    trashTable,
    pinTable,
    folderNeeds,
    objects,
    retention,
  });
  return {
    garbage,
    storageUse,
    jobs: createJobs({ finishedJobs, check, garbage, storageUse, clock, ids }),
    settings: createServerSettings({ serverSettings: tables.serverSettings }),
  };
}
