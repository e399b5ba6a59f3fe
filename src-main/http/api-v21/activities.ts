import type { FastifyInstance } from 'fastify';
import { activityItem } from '../present/activities.ts';
import { parsePage } from '../present/parse-fields.ts';
import { callerOf, queryOf } from '../request-context.ts';
import { originOf } from '../request-guards.ts';
import type { HttpServices } from '../services.ts';

const PER_PAGE = 25;
/** Each row may name many items. */
const MAX_PER_PAGE = 100;

/** What happened lately in the libraries that the caller reaches. */
export function activityRoutes(app: FastifyInstance, { activities }: HttpServices): void {
  app.get('/activities/', async (request) => {
    const { page, perPage } = parsePage(queryOf(request), PER_PAGE);
    const limit = Math.min(perPage, MAX_PER_PAGE);
    const found = await activities.page(callerOf(request), { skip: (page - 1) * limit, limit });
    return { events: found.map((activity) => activityItem(activity, originOf(request))) };
  });
}
