import { reconcileHeads } from '../engine/heads/reconcile-heads.ts';
import { type Check, createCheck } from '../engine/objects/check.ts';
import type { RunningClock } from '../engine/ports.ts';
import type { Store } from './store.ts';

/** As `createCheck`, of an open data folder. */
export function checkOf({ tables, ...store }: Store): Check {
  const { libraries, folderLibraries, history } = tables;
  const { objects, journal, databaseFaults, missingFiles, damagedPacks } = store;
  return createCheck({
    ...{ libraries, folderLibraries, history, objects, journal },
    ...{ databaseFaults, missingFiles, damagedPacks },
  });
}

/** As `reconcileHeads`, of an open data folder. */
export function reconcileHeadsOf({ tables, ...store }: Store, clock: RunningClock) {
  const { libraries, deletedLibraries, history, itemMarks, trash, transaction } = tables;
  const { objects, journal, rebuildIndex } = store;
  return reconcileHeads({
    libraries,
    deletedLibraries,
    history,
    itemMarks,
    trash,
    transaction,
    objects,
    journal,
    rebuildIndex,
    clock,
  });
}
