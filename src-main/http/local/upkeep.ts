import type { FastifyInstance } from 'fastify';
import type { JobJson } from '../../../src-shared/upkeep-api.ts';
import { DomainError } from '../../core/errors.ts';
import { guarded } from '../../engine/scheduling/background.ts';
import { parseLibraryId } from '../declared-fields.ts';
import { faultsIn } from '../http-context.ts';
import { backupContentsJson, backupJson } from '../present/backup.ts';
import { checkReport, copyJob, garbagePlan, garbageReport, jobJson } from '../present/jobs.ts';
import { bodyOf, callerOf, param } from '../request-context.ts';
import type { HttpServices } from '../services.ts';
import { localRoute } from './local-route.ts';

/** Long work over all libraries, and what holds for the whole server. */
export function upkeepRoutes(
  app: FastifyInstance,
  { upkeep: { jobs, settings, garbage }, files: { copyTasks } }: HttpServices,
): void {
  localRoute(app, 'GET admin/jobs/', async (request) => {
    const caller = callerOf(request);
    const all = [...jobs.list(caller).map(jobJson), ...copyTasks.all(caller).map(copyJob)];
    return { jobs: all.sort((a, b) => rankOf(a) - rankOf(b) || b.started_at - a.started_at) };
  });

  localRoute(app, 'POST admin/jobs/', async (request) => {
    return jobJson(jobs.start(callerOf(request), bodyOf(request).required('kind')));
  });

  localRoute(app, 'DELETE admin/jobs/:job_id/', async (request) => {
    const caller = callerOf(request);
    const id = param(request, 'job_id');
    const isCopy = (task: { readonly id: string }) => task.id === id;
    if (!copyTasks.all(caller).some(isCopy)) return jobJson(await jobs.cancel(caller, id));
    copyTasks.cancelOfAnybody(caller, id);
    const task = copyTasks.all(caller).find(isCopy);
    if (task === undefined) throw new DomainError('task-not-found', { value: id });
    return copyJob(task);
  });

  localRoute(app, 'GET admin/settings/', async (request) => {
    return { default_keep_days: settings.defaultKeepDays(callerOf(request)) };
  });

  localRoute(app, 'PATCH admin/settings/', async (request) => {
    const caller = callerOf(request);
    const body = bodyOf(request);
    if (body.has('default_keep_days'))
      settings.setDefaultKeepDays(caller, body.requiredInteger('default_keep_days'));
    return { default_keep_days: settings.defaultKeepDays(caller) };
  });

  localRoute(app, 'POST check/', async (request) => {
    const full = bodyOf(request).boolean('full');
    return checkReport(await jobs.checkNow(callerOf(request), full));
  });

  const stopping = new AbortController();
  app.addHook('preClose', async () => stopping.abort());

  localRoute(app, 'POST garbage/', async (request) => {
    const caller = callerOf(request);
    if (bodyOf(request).boolean('dry_run')) return garbagePlan(await garbage.plan(caller, stopping.signal));
    return garbageReport(await garbage.collect(caller, stopping.signal));
  });
}

/** What goes on comes first. */
function rankOf({ state }: JobJson): number {
  return state === 'running' || state === 'waiting' ? 0 : 1;
}

/** The copy of everything in another place. */
export function backupRoutes(
  app: FastifyInstance,
  { backups: { backup, backupRestores } }: HttpServices,
): void {
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
    const { folder, isOnSameDisk, isInMemory } = await backup.check(
      callerOf(request),
      bodyOf(request).required('folder'),
    );
    return { folder, same_disk: isOnSameDisk, in_memory: isInMemory };
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
