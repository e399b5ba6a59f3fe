import type { FastifyInstance } from 'fastify';
import type { HttpContext } from '../../http-context.ts';
import { groupRoutes } from './groups.ts';
import { libraryRoutes } from './libraries.ts';
import { libraryContentRoutes } from './library-contents.ts';
import { sysinfoRoutes, userRoutes } from './users.ts';

/** Everything below `/api/v2.1/admin`. */
export function registerAdmin(app: FastifyInstance, { services }: HttpContext): void {
  libraryRoutes(app, services);
  libraryContentRoutes(app, services);
  userRoutes(app, services);
  groupRoutes(app, services);
  sysinfoRoutes(app, services);
}
