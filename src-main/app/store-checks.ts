import { reconcileHeads } from '../engine/heads/reconcile-heads.ts';
import { type Check, createCheck } from '../engine/objects/check.ts';
import type { RunningClock } from '../engine/ports.ts';
import type { Store } from './store.ts';

/** As `createCheck`, for an open data folder. */
export function checkOf({ tables, ...store }: Store): Check {
  const { libraryTable, folderLibraryTable, historyTable } = tables;
  const { objects, journal, databaseFaults, missingFiles, damagedPacks } = store;
  return createCheck({
    libraryTable,
    folderLibraryTable,
    historyTable,
    objects,
    journal,
    databaseFaults,
    missingFiles,
    damagedPacks,
  });
}

/** As `reconcileHeads`, for an open data folder. */
export function reconcileHeadsOf({ tables, ...store }: Store, clock: RunningClock) {
  const { libraryTable, deletedLibraryTable, historyTable, itemMarks, trashTable, transaction } = tables;
  const { objects, journal, rebuildIndex } = store;
  return reconcileHeads({
    libraryTable,
    deletedLibraryTable,
    historyTable,
    itemMarks,
    trashTable,
    transaction,
    objects,
    journal,
    rebuildIndex,
    clock,
  });
}
