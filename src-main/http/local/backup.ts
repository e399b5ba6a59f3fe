import type { FastifyInstance } from 'fastify';
import type {
  BackupContentsJson,
  BackupJson,
  CheckedBackupFolderJson,
} from '../../../src-shared/backup-api.ts';
import type { JobJson } from '../../../src-shared/upkeep-api.ts';
import { DomainError } from '../../core/errors.ts';
import { guarded } from '../../engine/scheduling/background.ts';
import { faultsIn } from '../log-faults.ts';
import { backupContentsJson, backupJson } from '../present/backup.ts';
import { jobJson } from '../present/jobs.ts';
import { optional, parseBoolean, parseLibraryId, required } from '../present/parse-fields.ts';
import { bodyOf, callerOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';

const ADMIN = { config: { access: 'admin' } } as const;

/** The copy of everything in another place. */
export function backupRoutes(app: FastifyInstance, { backup, backupRestores }: HttpServices): void {
  const look = guarded(() => backup.look(), faultsIn(app.log, 'backup-not-looked-at'));

  app.get('/backup/', ADMIN, async (request): Promise<BackupJson> => {
    const known = backup.status(callerOf(request));
    // Behind the answer, since a disk of the network may not answer; what is news is told by an event.
    look();
    return backupJson(known);
  });

  app.put('/backup/', ADMIN, async (request): Promise<BackupJson> => {
    const body = bodyOf(request);
    const folder = body.text('folder');
    if (folder === undefined) throw new DomainError('argument-missing', { field: 'folder' });
    const isDaily = parseBoolean(body, 'is_daily');
    return backupJson(await backup.configure(callerOf(request), folder === '' ? null : folder, isDaily));
  });

  app.post('/backup/check/', ADMIN, async (request): Promise<CheckedBackupFolderJson> => {
    const { folder, isOnSameDisk } = await backup.check(
      callerOf(request),
      required(bodyOf(request), 'folder'),
    );
    return { folder, same_disk: isOnSameDisk };
  });

  app.post('/backup/run/', ADMIN, async (request): Promise<BackupJson> => {
    const folder = optional(bodyOf(request), 'folder') ?? null;
    return backupJson(await backup.start(callerOf(request), folder));
  });

  app.post('/backup/contents/', ADMIN, async (request): Promise<BackupContentsJson> => {
    const body = bodyOf(request);
    const folder = required(body, 'folder');
    const suffix = optional(body, 'name_suffix');
    return backupContentsJson(await backupRestores.look(callerOf(request), folder, suffix));
  });

  app.post('/backup/restore/', ADMIN, async (request): Promise<JobJson> => {
    const body = bodyOf(request);
    const folder = required(body, 'folder');
    const ids = body.list('library_ids').map((id) => parseLibraryId(id, 'library_ids'));
    const suffix = optional(body, 'name_suffix');
    return jobJson(await backupRestores.start(callerOf(request), folder, ids, suffix));
  });
}
