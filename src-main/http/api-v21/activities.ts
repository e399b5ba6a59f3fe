import type { FastifyInstance } from 'fastify';
import { activityItem } from '../present/activities.ts';
import { parsePage } from '../present/parse-fields.ts';
import { callerOf, queryOf } from '../request-context.ts';
import { originOf } from '../request-guards.ts';
import type { HttpServices } from '../services.ts';

/** What happened lately in the libraries that the caller reaches. */
export function activityRoutes(app: FastifyInstance, { activities }: HttpServices): void {
  app.get('/activities/', async (request) => {
    const { page, perPage } = parsePage(queryOf(request));
    const wanted = { skip: (page - 1) * perPage, limit: perPage };
    const found = await activities.page(callerOf(request), wanted);
    return { events: found.map((activity) => activityItem(activity, originOf(request))) };
  });
}
