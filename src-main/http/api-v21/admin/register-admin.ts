import type { FastifyInstance } from 'fastify';
import type { HttpContext } from '../../http-context.ts';
import { addressBookRoutes } from './address-book.ts';
import { defaultLibraryRoutes } from './default-library.ts';
import { direntRoutes } from './dirent.ts';
import { direntsRoutes } from './dirents.ts';
import { groupLibraryRoutes } from './group-libraries.ts';
import { groupMemberRoutes } from './group-members.ts';
import { groupRoutes } from './groups.ts';
import { librariesRoutes } from './libraries.ts';
import { libraryRoutes } from './library.ts';
import { libraryHistoryRoutes } from './library-history.ts';
import { libraryHistoryLimitRoutes } from './library-history-limit.ts';
import { searchLibraryRoutes } from './search-library.ts';
import { sysinfoRoutes } from './sysinfo.ts';
import { trashLibrariesRoutes } from './trash-libraries.ts';
import { userRoutes } from './user.ts';
import { usersRoutes } from './users.ts';

/** Everything below `/api/v2.1/admin`. */
export function registerAdmin(app: FastifyInstance, { services }: HttpContext): void {
  librariesRoutes(app, services);
  searchLibraryRoutes(app, services);
  libraryRoutes(app, services);
  libraryHistoryLimitRoutes(app, services);
  libraryHistoryRoutes(app, services);
  defaultLibraryRoutes(app, services);
  trashLibrariesRoutes(app, services);
  direntsRoutes(app, services);
  direntRoutes(app, services);
  usersRoutes(app, services);
  userRoutes(app, services);
  groupRoutes(app, services);
  groupMemberRoutes(app, services);
  groupLibraryRoutes(app, services);
  addressBookRoutes(app, services);
  sysinfoRoutes(app, services);
}
