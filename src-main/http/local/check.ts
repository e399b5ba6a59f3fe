import type { FastifyInstance } from 'fastify';
import { checkReport } from '../present/check-report.ts';
import { parseBoolean } from '../present/parse-fields.ts';
import { bodyOf, callerOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';
import { localRoute } from './local-route.ts';

export function checkRoutes(app: FastifyInstance, { jobs }: HttpServices): void {
  localRoute(app, 'POST check/', async (request) => {
    const full = parseBoolean(bodyOf(request), 'full');
    return checkReport(await jobs.checkNow(callerOf(request), full));
  });
}
