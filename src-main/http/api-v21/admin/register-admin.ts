import type { FastifyInstance } from 'fastify';
import type { HttpContext } from '../../http-context.ts';
import { departmentRoutes, groupRoutes } from './groups.ts';
import { deletedLibraryRoutes, groupLibraryRoutes, libraryRoutes } from './libraries.ts';
import { libraryContentRoutes } from './library-contents.ts';
import { sysinfoRoutes } from './sysinfo.ts';
import { userRoutes } from './users.ts';

/** Everything below `/api/v2.1/admin`. */
export function registerAdmin(app: FastifyInstance, { services }: HttpContext): void {
  libraryRoutes(app, services);
  deletedLibraryRoutes(app, services);
  groupLibraryRoutes(app, services);
  libraryContentRoutes(app, services);
  userRoutes(app, services);
  groupRoutes(app, services);
  departmentRoutes(app, services);
  sysinfoRoutes(app, services);
}
