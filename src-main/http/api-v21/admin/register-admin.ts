import type { FastifyInstance } from 'fastify';
import type { HttpContext } from '../../http-context.ts';
import { departmentRoutes, groupRoutes, memberRoutes } from './groups.ts';
import {
  defaultLibraryRoutes,
  deletedLibraryRoutes,
  departmentLibraryRoutes,
  libraryRoutes,
} from './libraries.ts';
import { libraryContentRoutes } from './library-contents.ts';
import { sysinfoRoutes, userRoutes } from './users.ts';

/** Everything below `/api/v2.1/admin`. */
export function registerAdmin(app: FastifyInstance, { services }: HttpContext): void {
  libraryRoutes(app, services);
  defaultLibraryRoutes(app, services);
  departmentLibraryRoutes(app, services);
  deletedLibraryRoutes(app, services);
  libraryContentRoutes(app, services);
  userRoutes(app, services);
  groupRoutes(app, services);
  memberRoutes(app, services);
  departmentRoutes(app, services);
  sysinfoRoutes(app, services);
}
