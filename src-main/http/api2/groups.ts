import type { FastifyInstance } from 'fastify';
import { olderGroup } from '../present/groups.ts';
import { parseBoolean } from '../present/parse-fields.ts';
import { callerOf, queryOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';

/** Groups of the caller in the older form. There are no discussions, so nothing is ever unread. */
export function groupRoutes(app: FastifyInstance, { departments }: HttpServices): void {
  app.get('/groups/', async (request) => {
    const groups = departments.listOwnGroups(callerOf(request)).map(olderGroup);
    return parseBoolean(queryOf(request), 'with_msg') ? { groups, replynum: 0 } : groups;
  });
}
