import type { FastifyInstance } from 'fastify';
import { garbagePlan, garbageReport } from '../present/garbage-report.ts';
import { parseBoolean } from '../present/parse-fields.ts';
import { bodyOf, callerOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';
import { localRoute } from './local-route.ts';

export function garbageRoutes(app: FastifyInstance, { garbage }: HttpServices): void {
  const stopping = new AbortController();
  app.addHook('preClose', async () => stopping.abort());

  localRoute(app, 'POST garbage/', async (request) => {
    const caller = callerOf(request);
    if (parseBoolean(bodyOf(request), 'dry_run')) {
      return garbagePlan(await garbage.plan(caller, stopping.signal));
    }
    return garbageReport(await garbage.collect(caller, stopping.signal));
  });
}
