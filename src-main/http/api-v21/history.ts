import type { FastifyInstance } from 'fastify';
import { historyEntry } from '../present/commits.ts';
import { parseStrictPage } from '../present/parse-fields.ts';
import { callerOf, LIBRARY, libraryIdOf, queryOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';

export function historyRoutes(app: FastifyInstance, { history, libraries }: HttpServices): void {
  app.get(`/repos/${LIBRARY}/history/`, async (request) => {
    const caller = callerOf(request);
    // Whether the caller may at all is answered before what is wrong with the page.
    const { library } = libraries.find(caller, libraryIdOf(request));
    const { commits, more } = await history.page(caller, library.id, parseStrictPage(queryOf(request)));
    return { data: commits.map(historyEntry), more };
  });
}
