import type { FastifyInstance } from 'fastify';
import type { IntegrityJson } from '../../../src-shared/integrity-api.ts';
import type { RehearsalJson } from '../../../src-shared/rehearsal-api.ts';
import { READ_WITHIN_SECONDS } from '../../core/objects/read-ranges.ts';
import type { HeartbeatStatus } from '../../usecases/upkeep/heartbeat.ts';
import type { RehearsalStatus } from '../../usecases/upkeep/rehearsal.ts';
import { jobJson, rehearsed } from '../present/jobs.ts';
import { bodyOf, callerOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';
import { localRoute } from './local-route.ts';

/** What is read and tried by itself, and what mends that. */
export function integrityRoutes(
  app: FastifyInstance,
  { upkeep: { heartbeat }, backups: { rehearsal, backupRepairs } }: HttpServices,
): void {
  localRoute(app, 'GET integrity/', async (request) => integrityJson(heartbeat.status(callerOf(request))));

  localRoute(app, 'GET backup/rehearsal/', async (request) =>
    rehearsalJson(rehearsal.status(callerOf(request))),
  );

  localRoute(app, 'PATCH backup/rehearsal/', async (request) => {
    const caller = callerOf(request);
    rehearsal.schedule(caller, bodyOf(request).required('schedule'));
    return rehearsalJson(rehearsal.status(caller));
  });

  localRoute(app, 'POST backup/rehearsal/run/', async (request) =>
    jobJson(await rehearsal.start(callerOf(request))),
  );

  localRoute(app, 'POST backup/repair/', async (request) =>
    jobJson(await backupRepairs.start(callerOf(request))),
  );
}

/** When everything stored was read last, as the UI and the command line read it. */
function integrityJson(status: HeartbeatStatus): IntegrityJson {
  return {
    state: status.state,
    stored: status.bytes,
    overdue: status.overdueBytes,
    within_days: READ_WITHIN_SECONDS / 86_400,
    oldest_at: status.oldestSeconds,
    newest_at: status.newestSeconds,
    damaged_count: status.damagedCount,
    damaged: status.damaged.map(({ libraryId, libraryName, kind, id, reason, foundAtSeconds, path }) => ({
      library_id: libraryId,
      library_name: libraryName,
      ...{ kind, id, reason, path },
      found_at: foundAtSeconds,
    })),
  };
}

function rehearsalJson({ schedule, state, last, lastDone }: RehearsalStatus): RehearsalJson {
  const { reason: error = '', why = {} } = last?.outcome ?? {};
  return {
    schedule,
    state,
    ended_at: last?.endedAtSeconds ?? 0,
    error,
    reason: why.reason ?? '',
    value: why.value ?? '',
    last_at: lastDone?.endedAtSeconds ?? 0,
    last: lastDone?.outcome.rehearsal === undefined ? null : rehearsed(lastDone.outcome.rehearsal),
  };
}
