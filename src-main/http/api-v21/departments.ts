import type { FastifyInstance } from 'fastify';
import { departmentItem } from '../present/groups.ts';
import { parseBoolean } from '../present/parse-fields.ts';
import { callerOf, queryOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';

/** The caller's departments, for choosing whom to give a library to. */
export function departmentRoutes(app: FastifyInstance, { departments }: HttpServices): void {
  app.get('/departments/', async (request) => {
    const onlyAdministered = parseBoolean(queryOf(request), 'can_admin');
    return departments
      .departmentsOf(callerOf(request).email)
      .filter(({ role }) => !onlyAdministered || role !== 'member')
      .map(({ group }) => departmentItem(group));
  });
}
