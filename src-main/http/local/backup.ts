import type { FastifyInstance } from 'fastify';
import { DomainError } from '../../core/errors.ts';
import { guarded } from '../../engine/scheduling/background.ts';
import { parseLibraryId } from '../declared-fields.ts';
import { faultsIn } from '../http-context.ts';
import { backupContentsJson, backupJson } from '../present/backup.ts';
import { jobJson } from '../present/jobs.ts';
import { bodyOf, callerOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';
import { localRoute } from './local-route.ts';

/** The copy of everything in another place. */
export function backupRoutes(app: FastifyInstance, { backup, backupRestores }: HttpServices): void {
  const look = guarded(() => backup.look(), faultsIn(app.log, 'backup-not-looked-at'));

  localRoute(app, 'GET backup/', async (request) => {
    const known = backup.status(callerOf(request));
    // Behind the answer, since a disk of the network may not answer; what is news is told by an event.
    look();
    return backupJson(known);
  });

  localRoute(app, 'PUT backup/', async (request) => {
    const body = bodyOf(request);
    const folder = body.text('folder');
    if (folder === undefined) throw new DomainError('argument-missing', { field: 'folder' });
    const isDaily = body.boolean('is_daily');
    return backupJson(await backup.configure(callerOf(request), folder === '' ? null : folder, isDaily));
  });

  localRoute(app, 'POST backup/check/', async (request) => {
    const { folder, isOnSameDisk } = await backup.check(
      callerOf(request),
      bodyOf(request).required('folder'),
    );
    return { folder, same_disk: isOnSameDisk };
  });

  localRoute(app, 'POST backup/run/', async (request) => {
    const folder = bodyOf(request).optional('folder') ?? null;
    return backupJson(await backup.start(callerOf(request), folder));
  });

  localRoute(app, 'POST backup/contents/', async (request) => {
    const body = bodyOf(request);
    const folder = body.required('folder');
    const suffix = body.optional('name_suffix');
    return backupContentsJson(await backupRestores.look(callerOf(request), folder, suffix));
  });

  localRoute(app, 'POST backup/restore/', async (request) => {
    const body = bodyOf(request);
    const folder = body.required('folder');
    const ids = body.list('library_ids').map((id) => parseLibraryId(id, 'library_ids'));
    const suffix = body.optional('name_suffix');
    return jobJson(await backupRestores.start(callerOf(request), folder, ids, suffix));
  });
}
