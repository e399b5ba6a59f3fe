import type { Logger } from 'pino';
import type { EventSink } from '../engine/ports.ts';
import { every, guarded } from '../engine/scheduling/background.ts';
import { type Backup, createBackup } from '../usecases/upkeep/backup.ts';
import { createBackupRepairs } from '../usecases/upkeep/backup-repairs.ts';
import { createBackupRestores } from '../usecases/upkeep/backup-restores.ts';
import { createRehearsal, type Rehearsal } from '../usecases/upkeep/rehearsal.ts';
import { createBackupSource } from './backup-source.ts';
import { type BackupTargetParts, createBackupTarget } from './backup-target.ts';
import type { Services } from './compose-services.ts';
import type { Store } from './store.ts';
import { systemClock, systemIds } from './system-ports.ts';

/** Also after a failure: copying again at once would wear the disk out. */
const TRY_EVERY_MS = 60 * 60 * 1000;
/** The disk may be removed at any time, and Home shows whether it is there. */
const LOOK_EVERY_MS = 5 * 60 * 1000;

interface BackupParts extends Omit<BackupTargetParts, 'linked'> {
  readonly store: Store;
  readonly folders: { readonly list: () => readonly { readonly path: string }[] };
  readonly services: Services;
  readonly events: EventSink;
}

/** The copy of everything on another disk. */
export function composeBackups({ store, dataDir, secret, folders, services, events }: BackupParts) {
  const { tables, objects, journal } = store;
  const { garbage, jobs } = services.upkeep;
  const linked = () => folders.list().map(({ path }) => path);
  const target = createBackupTarget({ store, dataDir, secret, linked });
  const source = createBackupSource({ dataDir, secret, linked });
  const { libraryTable, historyTable, backupTable, serverSettings } = tables;
  return {
    backup: createBackup({ garbage, backupTable, target, clock: systemClock, events }),
    backupRepairs: createBackupRepairs({
      libraryTable,
      backupTable,
      objects,
      source,
      target,
      garbage,
      jobs,
      events,
    }),
    rehearsal: createRehearsal({
      libraryTable,
      historyTable,
      backupTable,
      serverSettings,
      source,
      target,
      garbage,
      jobs,
      clock: systemClock,
      ids: systemIds,
      events,
    }),
    backupRestores: createBackupRestores({
      libraryTable: tables.libraryTable,
      deletedLibraries: services.libraries.deletedLibraries,
      importingLibraries: tables.importingLibraries,
      historyTable: tables.historyTable,
      trashTable: tables.trashTable,
      pinTable: tables.pinTable,
      commitNotes: tables.commitNotes,
      transaction: tables.transaction,
      objects,
      journal,
      changeLibrary: services.engine.changeLibrary,
      people: services.access.people,
      jobs,
      garbage,
      source,
      ids: systemIds,
      events,
    }),
  };
}

/**
 * Makes a backup now and every hour if one is due, tests a restore when that is due, and checks that the backup is
 * there. The returned function ends this, and waits for a running copy.
 */
export function followBackup(
  { backup, rehearsal }: { readonly backup: Backup; readonly rehearsal: Rehearsal },
  logger: Logger,
): () => Promise<void> {
  const onFault = (err: unknown) => logger.error({ event: 'backup-not-noted', err });
  const runIfDue = async () => {
    await backup.runIfDue();
    await rehearsal.runIfDue();
  };
  const endTries = every(TRY_EVERY_MS, runIfDue, onFault);
  const endLooks = every(LOOK_EVERY_MS, () => backup.look(), onFault);
  guarded(runIfDue, onFault)();
  return async () => {
    endTries();
    endLooks();
    await backup.stop();
  };
}
