import type { FastifyInstance } from 'fastify';
import { parseSearch, searchAnswer } from '../present/search-request.ts';
import { callerOf, queryOf } from '../request-context.ts';

import type { HttpServices } from '../services.ts';
import { untilGone } from '../until-gone.ts';

/** Items by name, in everything that the caller reaches. */
export function searchRoutes(app: FastifyInstance, { search }: HttpServices): void {
  app.get('/search/', async (request, reply) => {
    const wanted = parseSearch(queryOf(request));
    return searchAnswer(await search.find(callerOf(request), { ...wanted, signal: untilGone(reply) }));
  });
}
