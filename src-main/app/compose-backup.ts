import type { Logger } from 'pino';
import type { EventSink } from '../engine/ports.ts';
import { every, guarded } from '../engine/scheduling/background.ts';
import { type Backup, createBackup } from '../usecases/upkeep/backup.ts';
import { type BackupRestores, createBackupRestores } from '../usecases/upkeep/backup-restores.ts';
import { createBackupSource } from './backup-source.ts';
import { type BackupTargetParts, createBackupTarget } from './backup-target.ts';
import type { Services } from './compose-services.ts';
import type { Store } from './store.ts';
import { systemClock, systemIds } from './system-ports.ts';

/** Also after a try that failed: copying again at once would wear a disk out. */
const TRY_EVERY_MS = 60 * 60 * 1000;
/** Its disk may be taken away at any time, and Home says that it is there. */
const LOOK_EVERY_MS = 5 * 60 * 1000;

interface BackupParts extends Omit<BackupTargetParts, 'linked'> {
  readonly store: Store;
  readonly folders: { readonly list: () => readonly { readonly path: string }[] };
  readonly services: Services;
  readonly events: EventSink;
}

export function composeBackup(parts: BackupParts): { backup: Backup; backupRestores: BackupRestores } {
  const { store, services, events } = parts;
  const { tables } = store;
  const linked = () => parts.folders.list().map(({ path }) => path);
  const target = createBackupTarget({ ...parts, linked });
  const { garbage } = services;
  const source = createBackupSource({ ...parts, linked });
  return {
    backup: createBackup({ garbage, backup: tables.backup, target, clock: systemClock, events }),
    backupRestores: createBackupRestores({
      libraries: tables.libraries,
      deletedLibraries: services.deletedLibraries,
      importingLibraries: tables.importingLibraries,
      history: tables.history,
      trash: tables.trash,
      pins: tables.pins,
      commitNotes: tables.commitNotes,
      transaction: tables.transaction,
      objects: store.objects,
      journal: store.journal,
      changeLibrary: services.changeLibrary,
      people: services.people,
      jobs: services.jobs,
      garbage,
      source,
      ids: systemIds,
      events,
    }),
  };
}

/** Makes a backup now and every hour when one is due, and looks whether it is there. The answer ends that, and waits for what is being copied. */
export function followBackup(backup: Backup, logger: Logger): () => Promise<void> {
  const onFault = (err: unknown) => logger.error({ event: 'backup-not-noted', err });
  const runIfDue = () => backup.runIfDue();
  const endTries = every(TRY_EVERY_MS, runIfDue, onFault);
  const endLooks = every(LOOK_EVERY_MS, () => backup.look(), onFault);
  guarded(runIfDue, onFault)();
  return async () => {
    endTries();
    endLooks();
    await backup.stop();
  };
}
