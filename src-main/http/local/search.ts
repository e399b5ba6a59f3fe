import type { FastifyInstance } from 'fastify';
import type { SearchPageJson } from '../../../src-shared/search-api.ts';
import { parseTimeSearch, searchPage } from '../present/time-search.ts';
import { callerOf, queryOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';
import { untilGone } from '../until-gone.ts';

/** The search through all libraries and through the past. */
export function searchRoutes(app: FastifyInstance, { timeSearch }: HttpServices): void {
  app.get('/search/', async (request, reply): Promise<SearchPageJson> => {
    const wanted = { ...parseTimeSearch(queryOf(request)), signal: untilGone(reply) };
    return searchPage(await timeSearch.find(callerOf(request), wanted));
  });
}
