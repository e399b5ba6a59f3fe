import type { FastifyInstance } from 'fastify';
import { pageInfo, searchedLibrary } from '../../present/admin-records.ts';
import { parsePage, requiredWords } from '../../present/parse-fields.ts';
import { callerOf, queryOf } from '../../request-context.ts';
import type { HttpServices } from '../../services.ts';

export function searchLibraryRoutes(app: FastifyInstance, { adminLibraries }: HttpServices): void {
  app.get('/search-library/', async (request) => {
    const query = queryOf(request);
    const text = requiredWords(query, 'query');
    // Without a page in the question, every match is answered.
    const page = query.has('page') || query.has('per_page') ? parsePage(query) : null;
    const { libraries, hasNextPage } = adminLibraries.search(callerOf(request), text, page);
    return { page_info: pageInfo(page?.page ?? 1, hasNextPage), repo_list: libraries.map(searchedLibrary) };
  });
}
