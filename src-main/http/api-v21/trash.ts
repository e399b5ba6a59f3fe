import type { FastifyInstance, FastifyRequest } from 'fastify';
import { integerOf, optional, parsePage } from '../present/parse-fields.ts';
import { numberedTrashItem, parseTrashRequest, trashItem } from '../present/trash-items.ts';
import { callerOf, fieldsOf, LIBRARY, libraryIdOf, queryOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';

const PATH = `/repos/${LIBRARY}/trash/`;

export function trashRoutes(app: FastifyInstance, { trash, libraries }: HttpServices): void {
  const list = async (request: FastifyRequest) => {
    // Whether the caller may at all is answered before what is wrong with the request.
    const { library } = libraries.find(callerOf(request), libraryIdOf(request));
    const wanted = parseTrashRequest(fieldsOf(request));
    const { items, cursor } = await trash.page(callerOf(request), library.id, wanted);
    return { data: items.map(trashItem), more: cursor !== null, scan_stat: cursor };
  };

  app.get(PATH, list);
  // Newer clients put the same fields into a body.
  app.post(PATH, list);

  // The newest clients count pages.
  app.get(`/repos/${LIBRARY}/trash2/`, async (request) => {
    const page = parsePage(queryOf(request));
    const { items, total } = trash.numberedPage(callerOf(request), libraryIdOf(request), page);
    return { items: items.map(numberedTrashItem), total_count: total, can_search: false };
  });

  app.delete(PATH, async (request) => {
    const keepDays = parseKeepDays(optional(fieldsOf(request), 'keep_days'));
    await trash.clean(callerOf(request), libraryIdOf(request), keepDays === null ? {} : { keepDays });
    return { success: true };
  });
}

/** Null when absent: then the items go and the history stays. */
function parseKeepDays(text: string | undefined): number | null {
  if (text === undefined) return null;
  return integerOf(text);
}
