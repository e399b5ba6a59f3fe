import type { FastifyInstance } from 'fastify';
import { decodeCursor, encodeCursor } from '../present/cursor.ts';
import { localContext, localDeletedLibrary, localLibrary } from '../present/local-libraries.ts';
import { callerOf, libraryIdOf, queryOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';
import { localRoute } from './local-route.ts';

const PER_PAGE = 100;

/** The caller's own deleted libraries, and below `admin/` everybody's. */
export function deletedLibraryRoutes(app: FastifyInstance, services: HttpServices): void {
  const { deletedLibraries, libraries, adminLibraries } = services;

  localRoute(app, 'GET deleted-libraries/', async (request) => {
    const start = decodeCursor(queryOf(request).text('cursor')) ?? 0;
    const own = deletedLibraries.listOwn(callerOf(request));
    const end = start + PER_PAGE;
    const cursor = encodeCursor(end < own.length ? end : null);
    return { libraries: own.slice(start, end).map(localDeletedLibrary), cursor };
  });

  localRoute(app, 'GET admin/deleted-libraries/', async (request) => {
    const page = decodeCursor(queryOf(request).text('cursor')) ?? 1;
    const found = deletedLibraries.list(callerOf(request), { page, perPage: PER_PAGE });
    const cursor = encodeCursor(found.hasNextPage ? page + 1 : null);
    return { libraries: found.libraries.map(localDeletedLibrary), cursor };
  });

  localRoute(app, 'POST deleted-libraries/:library_id/restore/', async (request) => {
    const caller = callerOf(request);
    await deletedLibraries.restore(caller, libraryIdOf(request), { keepsShares: true });
    return localLibrary(libraries.find(caller, libraryIdOf(request)), localContext(services, caller));
  });

  localRoute(app, 'POST admin/deleted-libraries/:library_id/restore/', async (request) => {
    const caller = callerOf(request);
    await deletedLibraries.restore(caller, libraryIdOf(request), { keepsShares: true });
    return localLibrary(adminLibraries.find(caller, libraryIdOf(request)), localContext(services, caller));
  });

  for (const call of [
    'DELETE deleted-libraries/:library_id/',
    'DELETE admin/deleted-libraries/:library_id/',
  ] as const) {
    localRoute(app, call, async (request) => {
      await deletedLibraries.purge(callerOf(request), libraryIdOf(request));
      return { success: true };
    });
  }
}
