import type { FastifyInstance } from 'fastify';
import type { HttpContext } from '../http-context.ts';
import { commitRoutes } from './commits.ts';
import { deletedRepoRoutes } from './deleted-repos.ts';
import { departmentRoutes } from './departments.ts';
import { historyRoutes } from './history.ts';
import { repoRoutes } from './repos.ts';
import { trashRoutes } from './trash.ts';

/** Everything below `/api/v2.1` but administration. */
export function registerApiV21(app: FastifyInstance, { services }: HttpContext): void {
  repoRoutes(app, services);
  deletedRepoRoutes(app, services);
  historyRoutes(app, services);
  trashRoutes(app, services);
  commitRoutes(app, services);
  departmentRoutes(app, services);
}
