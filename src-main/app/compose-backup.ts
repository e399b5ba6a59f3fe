import type { Logger } from 'pino';
import { type Backup, createBackup } from '../services/backup.ts';
import type { EventSink } from '../services/ports.ts';
import { type BackupTargetParts, createBackupTarget } from './backup-target.ts';
import type { Services } from './compose-services.ts';
import type { Store } from './store.ts';
import { systemClock } from './system-ports.ts';

const LOOK_EVERY_MS = 60 * 60 * 1000;

interface BackupParts extends Omit<BackupTargetParts, 'linked'> {
  readonly store: Store;
  readonly folders: { readonly list: () => readonly { readonly path: string }[] };
  readonly garbage: Services['garbage'];
  readonly events: EventSink;
}

export function composeBackup(parts: BackupParts): Backup {
  const linked = () => parts.folders.list().map(({ path }) => path);
  const target = createBackupTarget({ ...parts, linked });
  return createBackup({ ...parts, backup: parts.store.backup, target, clock: systemClock });
}

/** Looks now and every hour whether a backup is due. The answer ends that, and waits for what is being copied. */
export function followBackup(backup: Backup, logger: Logger): () => Promise<void> {
  const look = () => {
    backup.runIfDue().catch((err: unknown) => logger.error({ event: 'backup-not-noted', err }));
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  timer.unref();
  look();
  return async () => {
    clearInterval(timer);
    await backup.stop();
  };
}
