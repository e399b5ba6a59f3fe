import type { FastifyInstance } from 'fastify';
import { parseLibraryId, requiredWords } from '../present/parse-fields.ts';
import { nameFilter, searchFileRows } from '../present/search-request.ts';
import { callerOf, queryOf } from '../request-context.ts';

import type { HttpServices } from '../services.ts';
import { untilGone } from '../until-gone.ts';

/** This listing has no pages on the wire. */
const MOST_FOUND = 1000;

/** Items of one library by name. */
export function searchFileRoutes(app: FastifyInstance, { search }: HttpServices): void {
  app.get('/search-file/', async (request, reply) => {
    const libraryId = parseLibraryId(queryOf(request).text('repo_id'), 'repo_id');
    const filter = nameFilter(requiredWords(queryOf(request), 'q'));
    const { hits } = await search.find(callerOf(request), {
      ...{ scope: { libraryId, path: '/' }, filter },
      ...{ skip: 0, limit: MOST_FOUND, signal: untilGone(reply) },
    });
    return { data: searchFileRows(hits) };
  });
}
