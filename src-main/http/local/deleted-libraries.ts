import type { FastifyInstance } from 'fastify';
import type { DeletedLibrariesPageJson, LocalLibraryJson } from '../../../src-shared/libraries-api.ts';
import { decodeCursor, encodeCursor } from '../present/cursor.ts';
import { localContext, localDeletedLibrary, localLibrary } from '../present/local-libraries.ts';
import { callerOf, LIBRARY, libraryIdOf, queryOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';

const PER_PAGE = 100;

/** The caller's own deleted libraries, and below `admin/` everybody's. */
export function deletedLibraryRoutes(app: FastifyInstance, services: HttpServices): void {
  const { deletedLibraries, libraries, adminLibraries } = services;

  app.get('/deleted-libraries/', async (request): Promise<DeletedLibrariesPageJson> => {
    const start = decodeCursor(queryOf(request).text('cursor')) ?? 0;
    const own = deletedLibraries.listOwn(callerOf(request));
    const end = start + PER_PAGE;
    const cursor = encodeCursor(end < own.length ? end : null);
    return { libraries: own.slice(start, end).map(localDeletedLibrary), cursor };
  });

  app.get('/admin/deleted-libraries/', { config: { access: 'admin' } }, async (request) => {
    const page = decodeCursor(queryOf(request).text('cursor')) ?? 1;
    const found = deletedLibraries.list(callerOf(request), { page, perPage: PER_PAGE });
    const cursor = encodeCursor(found.hasNextPage ? page + 1 : null);
    return { libraries: found.libraries.map(localDeletedLibrary), cursor } satisfies DeletedLibrariesPageJson;
  });

  app.post(`/deleted-libraries/${LIBRARY}/restore/`, async (request): Promise<LocalLibraryJson> => {
    const caller = callerOf(request);
    await deletedLibraries.restore(caller, libraryIdOf(request), { keepsShares: true });
    return localLibrary(libraries.find(caller, libraryIdOf(request)), localContext(services, caller));
  });

  const adminOne = `/admin/deleted-libraries/${LIBRARY}/`;
  app.post(
    `${adminOne}restore/`,
    { config: { access: 'admin' } },
    async (request): Promise<LocalLibraryJson> => {
      const caller = callerOf(request);
      await deletedLibraries.restore(caller, libraryIdOf(request), { keepsShares: true });
      return localLibrary(adminLibraries.find(caller, libraryIdOf(request)), localContext(services, caller));
    },
  );

  for (const [path, access] of [
    [`/deleted-libraries/${LIBRARY}/`, 'user'],
    [adminOne, 'admin'],
  ] as const) {
    app.delete(path, { config: { access } }, async (request) => {
      await deletedLibraries.purge(callerOf(request), libraryIdOf(request));
      return { success: true };
    });
  }
}
