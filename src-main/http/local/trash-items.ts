import type { FastifyInstance } from 'fastify';
import { parsePath } from '../../core/library/path.ts';
import { MOST_ITEMS_AT_ONCE } from '../../core/limits.ts';
import { madeIn, requiredList } from '../present/item-changes.ts';
import { localTrashItem } from '../present/local-contents.ts';
import {
  decodeTrashPath,
  encodeTrashPath,
  libraryTrashItem,
  parseAllTrashRequest,
  parseTrashIds,
} from '../present/local-trash.ts';
import { optional } from '../present/parse-fields.ts';
import { bodyOf, callerOf, libraryIdOf, queryOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';
import { localRoute } from './local-route.ts';

/** The trash over all libraries and of single folders, and bringing many items back. */
export function trashItemRoutes(app: FastifyInstance, { allTrash, trashRestores }: HttpServices): void {
  localRoute(app, 'GET trash/', async (request) => {
    const page = await allTrash.page(callerOf(request), parseAllTrashRequest(queryOf(request)));
    return { items: page.items.map(libraryTrashItem), cursor: page.cursor };
  });

  localRoute(app, 'GET libraries/:library_id/trash/here/', async (request) => {
    const query = queryOf(request);
    const place = { libraryId: libraryIdOf(request), path: parsePath(optional(query, 'path') ?? '/') };
    const from = decodeTrashPath(optional(query, 'cursor'), place.path);
    const { items, next } = trashRestores.here(callerOf(request), place, from);
    return { items: items.map(localTrashItem), cursor: encodeTrashPath(next) };
  });

  localRoute(app, 'POST libraries/:library_id/trash/restore/', async (request) => {
    const body = bodyOf(request);
    const libraryId = libraryIdOf(request);
    const { commitId, ...restored } = await trashRestores.restore(callerOf(request), libraryId, {
      ids: parseTrashIds(requiredList(body, 'ids', MOST_ITEMS_AT_ONCE)),
      replace: new Set(parseTrashIds(body.list('replace'))),
      keepBoth: new Set(parseTrashIds(body.list('keep_both'))),
    });
    return {
      restored: [...restored.restored],
      clashes: [...restored.clashes],
      gone: [...restored.gone],
      commits: madeIn(libraryId, commitId),
    };
  });
}
