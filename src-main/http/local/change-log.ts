import type { FastifyInstance } from 'fastify';
import { changeLogPage, parseChangeLogQuery } from '../present/commits.ts';
import { callerOf, queryOf, untilGone } from '../request-context.ts';
import type { HttpServices } from '../services.ts';
import { localRoute } from './local-route.ts';

const CHANGES_PER_PAGE = 50;

/** What happened in all libraries, as far back as their histories go. */
export function changeLogRoutes(app: FastifyInstance, { history: { changeLog } }: HttpServices): void {
  localRoute(app, 'GET change-log/', async (request, reply) => {
    const wanted = parseChangeLogQuery(queryOf(request));
    const limits = { limit: CHANGES_PER_PAGE, signal: untilGone(reply) };
    return changeLogPage(await changeLog.page(callerOf(request), { ...wanted, ...limits }));
  });
}
