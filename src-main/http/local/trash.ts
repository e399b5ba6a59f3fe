import type { FastifyInstance } from 'fastify';
import { parsePath } from '../../core/library/path.ts';
import { MOST_ITEMS_AT_ONCE } from '../../core/limits.ts';
import { madeIn, requiredList } from '../present/local-items.ts';
import { localContext, localDeletedLibrary, localLibrary } from '../present/local-libraries.ts';
import {
  decodeTrashPath,
  encodeTrashPath,
  libraryTrashItem,
  localTrashItem,
  parseAllTrashRequest,
  parseTrashIds,
  parseTrashRestore,
} from '../present/trash.ts';
import { decodeCursor, encodeCursor, pageOf } from '../present/values.ts';
import { bodyOf, callerOf, libraryIdOf, queryOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';
import { localRoute } from './local-route.ts';

const ITEMS_PER_PAGE = 100;

const PER_PAGE = 100;

/** What was deleted in libraries, and bringing it back. */
export function trashRoutes(
  app: FastifyInstance,
  { trash: { trash, allTrash, trashRestores } }: HttpServices,
): void {
  localRoute(app, 'GET libraries/:library_id/trash/', async (request) => {
    const query = queryOf(request);
    const path = parsePath(query.optional('path') ?? '/');
    const cursor = query.optional('cursor') ?? null;
    const wanted = { path, showDays: 0, cursor, limit: ITEMS_PER_PAGE };
    const page = await trash.page(callerOf(request), libraryIdOf(request), wanted);
    return { items: page.items.map(localTrashItem), cursor: page.cursor };
  });

  localRoute(app, 'DELETE libraries/:library_id/trash/', async (request) => {
    trash.clean(callerOf(request), libraryIdOf(request));
    return { success: true };
  });

  localRoute(app, 'GET libraries/:library_id/trash/amount/', async (request) => {
    const { isAll, ...amount } = trash.amount(callerOf(request), libraryIdOf(request));
    return { ...amount, is_all: isAll };
  });

  localRoute(app, 'POST libraries/:library_id/trash/purge/', async (request) => {
    const ids = parseTrashIds(requiredList(bodyOf(request), 'ids', MOST_ITEMS_AT_ONCE));
    return { purged: trash.purge(callerOf(request), libraryIdOf(request), ids) };
  });

  localRoute(app, 'GET trash/', async (request) => {
    const page = await allTrash.page(callerOf(request), parseAllTrashRequest(queryOf(request)));
    return { items: page.items.map(libraryTrashItem), cursor: page.cursor };
  });

  localRoute(app, 'GET libraries/:library_id/trash/here/', async (request) => {
    const query = queryOf(request);
    const place = { libraryId: libraryIdOf(request), path: parsePath(query.optional('path') ?? '/') };
    const from = decodeTrashPath(query.optional('cursor'), place.path);
    const { items, next } = trashRestores.here(callerOf(request), place, from);
    return { items: items.map(localTrashItem), cursor: encodeTrashPath(next) };
  });

  localRoute(app, 'POST libraries/:library_id/trash/restore/', async (request) => {
    const libraryId = libraryIdOf(request);
    const wanted = parseTrashRestore(bodyOf(request));
    const { commitId, ...restored } = await trashRestores.restore(callerOf(request), libraryId, wanted);
    return {
      restored: [...restored.restored],
      clashes: [...restored.clashes],
      gone: [...restored.gone],
      commits: madeIn(libraryId, commitId),
    };
  });
}

/** The caller's own deleted libraries, and below `admin/` those of all users. */
export function deletedLibraryRoutes(app: FastifyInstance, services: HttpServices): void {
  const { deletedLibraries, libraries, adminLibraries } = services.libraries;

  localRoute(app, 'GET deleted-libraries/', async (request) => {
    const start = decodeCursor(queryOf(request).text('cursor')) ?? 0;
    const { rows, cursor } = pageOf(deletedLibraries.listOwn(callerOf(request)), start, PER_PAGE);
    return { libraries: rows.map(localDeletedLibrary), cursor };
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
