import type { FastifyInstance } from 'fastify';
import { parsePath } from '../../core/library/path.ts';
import { localTrashItem } from '../present/local-contents.ts';
import { optional } from '../present/parse-fields.ts';
import { callerOf, libraryIdOf, queryOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';
import { localRoute } from './local-route.ts';

const ITEMS_PER_PAGE = 100;

export function trashRoutes(app: FastifyInstance, { trash }: HttpServices): void {
  localRoute(app, 'GET libraries/:library_id/trash/', async (request) => {
    const query = queryOf(request);
    const path = parsePath(optional(query, 'path') ?? '/');
    const cursor = optional(query, 'cursor') ?? null;
    const wanted = { path, showDays: 0, cursor, limit: ITEMS_PER_PAGE };
    const page = await trash.page(callerOf(request), libraryIdOf(request), wanted);
    return { items: page.items.map(localTrashItem), cursor: page.cursor };
  });

  localRoute(app, 'DELETE libraries/:library_id/trash/', async (request) => {
    trash.clean(callerOf(request), libraryIdOf(request));
    return { success: true };
  });
}
