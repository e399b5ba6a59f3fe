import type { FastifyInstance } from 'fastify';
import { parseTimeSearch, searchPage } from '../present/time-search.ts';
import { callerOf, queryOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';
import { untilGone } from '../until-gone.ts';
import { localRoute } from './local-route.ts';

/** The search through all libraries and through the past. */
export function searchRoutes(app: FastifyInstance, { timeSearch }: HttpServices): void {
  localRoute(app, 'GET search/', async (request, reply) => {
    const wanted = { ...parseTimeSearch(queryOf(request)), signal: untilGone(reply) };
    return searchPage(await timeSearch.find(callerOf(request), wanted));
  });
}
