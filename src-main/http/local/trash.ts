import type { FastifyInstance } from 'fastify';
import type { TrashPageJson } from '../../../src-shared/trash-api.ts';
import { parsePath } from '../../core/library/path.ts';
import { localTrashItem } from '../present/local-contents.ts';
import { optional } from '../present/parse-fields.ts';
import { callerOf, LIBRARY, libraryIdOf, queryOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';

const PATH = `/libraries/${LIBRARY}/trash/`;
const ITEMS_PER_PAGE = 100;

export function trashRoutes(app: FastifyInstance, { trash }: HttpServices): void {
  app.get(PATH, async (request): Promise<TrashPageJson> => {
    const query = queryOf(request);
    const path = parsePath(optional(query, 'path') ?? '/');
    const cursor = optional(query, 'cursor') ?? null;
    const wanted = { path, showDays: 0, cursor, limit: ITEMS_PER_PAGE };
    const page = await trash.page(callerOf(request), libraryIdOf(request), wanted);
    return { items: page.items.map(localTrashItem), cursor: page.cursor };
  });

  app.delete(PATH, async (request) => {
    trash.clean(callerOf(request), libraryIdOf(request));
    return { success: true };
  });
}
