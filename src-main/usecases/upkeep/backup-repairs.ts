import { type Caller, requireAdministrator } from '../../core/access/caller.ts';
import { DomainError } from '../../core/errors.ts';
import type { Ports } from '../../engine/ports.ts';
import { isUnreadable } from '../../engine/reading/stored-commits.ts';
import type { BackupTarget } from './backup.ts';
import type { BackupSource, ChosenBackup } from './backup-restores.ts';
import type { Garbage } from './garbage.ts';
import type { Job, Jobs, RepairReport } from './jobs.ts';
import type { WatchedWork } from './watched-work.ts';

export interface BackupRepairsDependencies
  extends Pick<Ports, 'libraryTable' | 'backupTable' | 'objects' | 'events'> {
  readonly source: BackupSource;
  readonly target: Pick<BackupTarget, 'verify'>;
  readonly garbage: Pick<Garbage, 'holdOff'>;
  readonly jobs: Pick<Jobs, 'run'>;
}

/** Replaces damaged objects by the copies that the backup has of them: ids say that they are the same. */
export type BackupRepairs = ReturnType<typeof createBackupRepairs>;

export function createBackupRepairs(deps: BackupRepairsDependencies) {
  const { libraryTable, objects, events } = deps;

  async function repair(backup: ChosenBackup, watched: WatchedWork): Promise<RepairReport> {
    const damaged = libraryTable.allKept().flatMap(({ id: libraryId }) => {
      const store = objects.library(libraryId);
      return [...store.damaged()].map(({ kind, id }) => ({ libraryId, store, kind, id }));
    });
    let repaired = 0;
    for (const [done, { libraryId, store, kind, id }] of damaged.entries()) {
      watched.signal.throwIfAborted();
      watched.onProgress(done, damaged.length);
      const good = await readable(backup.objects(libraryId).read(kind, id));
      if (good === null) continue;
      await store.write(kind, id, good);
      await store.flush();
      repaired += 1;
    }
    return { repaired, left: damaged.length - repaired };
  }

  return {
    /**
     * Begins to repair what is damaged, as a job. Meanwhile nothing is collected and no backup is made.
     * @throws DomainError `permission-denied`; `backup-refused`, `backup-away`; `busy` while another job runs
     */
    async start(caller: Caller): Promise<Job> {
      requireAdministrator(caller);
      const folder = deps.backupTable.find()?.folder;
      if (folder === undefined) throw new DomainError('backup-refused', { reason: 'no-folder' });
      await deps.target.verify(folder);
      return deps.jobs.run(caller, 'repair', (watched) =>
        deps.garbage.holdOff(async () => {
          const backup = await deps.source.open(folder);
          try {
            return { repair: await repair(backup, watched) };
          } finally {
            await backup.close();
            events.emit({ type: 'integrity' });
          }
        }),
      );
    },
  };
}

/** Null: the backup has it damaged, or not at all. */
async function readable(reading: Promise<Buffer>): Promise<Buffer | null> {
  try {
    return await reading;
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    return null;
  }
}
