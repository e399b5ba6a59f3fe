import type { FastifyInstance } from 'fastify';
import type { GarbageJson } from '../../../src-shared/upkeep-api.ts';
import { garbagePlan, garbageReport } from '../present/garbage-report.ts';
import { parseBoolean } from '../present/parse-fields.ts';
import { bodyOf, callerOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';

export function garbageRoutes(app: FastifyInstance, { garbage }: HttpServices): void {
  const stopping = new AbortController();
  app.addHook('preClose', async () => stopping.abort());

  app.post('/garbage/', { config: { access: 'admin' } }, async (request): Promise<GarbageJson> => {
    const caller = callerOf(request);
    if (parseBoolean(bodyOf(request), 'dry_run')) {
      return garbagePlan(await garbage.plan(caller, stopping.signal));
    }
    return garbageReport(await garbage.collect(caller, stopping.signal));
  });
}
