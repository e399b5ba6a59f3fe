import type { FastifyInstance } from 'fastify';
import { UNKNOWN_OWNER } from '../../error-wording.ts';
import { adminLibrary, pageInfo } from '../../present/admin-records.ts';
import { parseLibraryFilter, parseLibraryOrder } from '../../present/admin-requests.ts';
import { parseOwner } from '../../present/owner-id.ts';
import { optional, parsePage, required } from '../../present/parse-fields.ts';
import { bodyOf, callerOf, queryOf } from '../../request-context.ts';
import type { HttpServices } from '../../services.ts';

const PATH = '/libraries/';
export function librariesRoutes(app: FastifyInstance, { adminLibraries }: HttpServices): void {
  app.get(PATH, async (request) => {
    const query = queryOf(request);
    const order = parseLibraryOrder(query.text('order_by'));
    const { filter, echo } = parseLibraryFilter(query);
    if (filter !== null) {
      const found = filter === 'nobody' ? [] : adminLibraries.filter(callerOf(request), filter);
      return { ...echo, repos: found.map(adminLibrary) };
    }
    const page = parsePage(query);
    const { libraries, hasNextPage } = adminLibraries.list(callerOf(request), { ...page, order });
    return { page_info: pageInfo(page.page, hasNextPage), repos: libraries.map(adminLibrary) };
  });

  app.post(PATH, { config: { errors: UNKNOWN_OWNER } }, async (request) => {
    const body = bodyOf(request);
    const name = required(body, 'name');
    const ownerText = optional(body, 'owner');
    const owner = ownerText === undefined ? {} : { owner: parseOwner(ownerText) };
    return adminLibrary(await adminLibraries.create(callerOf(request), { name, ...owner }));
  });
}
