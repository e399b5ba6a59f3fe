import type { FastifyInstance } from 'fastify';
import { adminDeletedLibrary, pageInfo } from '../../present/admin-records.ts';
import { ownerId, parseOwner } from '../../present/owner-id.ts';
import { optional, parsePage } from '../../present/parse-fields.ts';
import { callerOf, fieldsOf, LIBRARY, libraryIdOf, queryOf } from '../../request-context.ts';
import type { HttpServices } from '../../services.ts';

const PATH = '/trash-libraries/';
/** Purging what is not there is no error: what is asked for is so. */
const PURGE_ERRORS = {
  'deleted-library-not-found': { status: 200, text: 'success', body: { success: true } },
} as const;

export function trashLibrariesRoutes(app: FastifyInstance, { deletedLibraries }: HttpServices): void {
  app.get(PATH, async (request) => {
    const caller = callerOf(request);
    const ownerText = optional(queryOf(request), 'owner');
    if (ownerText !== undefined) {
      const owner = parseOwner(ownerText);
      const found = deletedLibraries.listOf(caller, owner).map(adminDeletedLibrary);
      return { search_owner: ownerId(owner), repos: found };
    }
    const page = parsePage(queryOf(request));
    const { libraries, hasNextPage } = deletedLibraries.list(caller, page);
    return { page_info: pageInfo(page.page, hasNextPage), repos: libraries.map(adminDeletedLibrary) };
  });

  app.delete(PATH, async (request) => {
    const ownerText = optional(fieldsOf(request), 'owner');
    await deletedLibraries.purgeAll(
      callerOf(request),
      ownerText === undefined ? undefined : parseOwner(ownerText),
    );
    return { success: true };
  });

  app.put(`${PATH}${LIBRARY}/`, async (request) => {
    await deletedLibraries.restore(callerOf(request), libraryIdOf(request));
    return { success: true };
  });

  app.delete(`${PATH}${LIBRARY}/`, { config: { errors: PURGE_ERRORS } }, async (request) => {
    await deletedLibraries.purge(callerOf(request), libraryIdOf(request));
    return { success: true };
  });
}
