import type { FastifyInstance } from 'fastify';
import type { RoutesContext } from '../http-context.ts';
import { accountRoutes, ownPasswordRoutes, sessionRoutes } from './account.ts';
import { adminGroupRoutes, adminUserRoutes } from './admin-people.ts';
import { changeLogRoutes } from './change-log.ts';
import { eventRoutes } from './events.ts';
import { folderRoutes } from './folders.ts';
import { historyRoutes } from './history.ts';
import { itemRoutes } from './items.ts';
import { adminLibraryRoutes, libraryRoutes } from './libraries.ts';
import { overviewRoutes, searchRoutes } from './overview.ts';
import { restoreRoutes } from './restore.ts';
import { publicLinkRoutes, sharingRoutes, smartLinkRoutes } from './sharing.ts';
import { commandRoutes, openapiRoutes, statusRoutes } from './status.ts';
import { trashRoutes } from './trash.ts';
import { backupRoutes, upkeepRoutes } from './upkeep.ts';

/** Everything below `/api/local/v1`; the calls are those of `src-shared/local-api.ts`. */
export function registerLocal(app: FastifyInstance, context: RoutesContext): void {
  const { services } = context;
  statusRoutes(app, context);
  commandRoutes(app, context);
  openapiRoutes(app, context);
  sessionRoutes(app, context);
  accountRoutes(app, services);
  ownPasswordRoutes(app, context);
  libraryRoutes(app, services);
  itemRoutes(app, services);
  historyRoutes(app, services);
  restoreRoutes(app, services);
  trashRoutes(app, services);
  adminLibraryRoutes(app, services);
  adminUserRoutes(app, services);
  adminGroupRoutes(app, services);
  sharingRoutes(app, services);
  smartLinkRoutes(app, services);
  publicLinkRoutes(app, services);
  folderRoutes(app, services);
  overviewRoutes(app, context);
  searchRoutes(app, services);
  changeLogRoutes(app, services);
  upkeepRoutes(app, services);
  backupRoutes(app, services);
  eventRoutes(app, services);
}
