import type { FastifyInstance } from 'fastify';
import type { RoutesContext } from '../http-context.ts';
import { accountRoutes } from './account.ts';
import { adminLibraryRoutes } from './admin-libraries.ts';
import { checkRoutes } from './check.ts';
import { deletedLibraryRoutes } from './deleted-libraries.ts';
import { localDeviceRoutes } from './devices.ts';
import { entryRoutes } from './entries.ts';
import { eventRoutes } from './events.ts';
import { folderChoiceRoutes } from './folder-choices.ts';
import { folderRoutes } from './folders.ts';
import { garbageRoutes } from './garbage.ts';
import { historyRoutes } from './history.ts';
import { libraryRoutes } from './libraries.ts';
import { openapiRoutes } from './openapi.ts';
import { overviewRoutes } from './overview.ts';
import { restoreRoutes } from './restore.ts';
import { searchRoutes } from './search.ts';
import { sessionRoutes } from './session.ts';
import { statusRoutes } from './status.ts';
import { trashRoutes } from './trash.ts';
import { versionRoutes } from './versions.ts';

/** Everything below `/api/local/v1`; the shapes are those of `src-shared/local-api.ts`. */
export function registerLocal(app: FastifyInstance, context: RoutesContext): void {
  const { services } = context;
  statusRoutes(app, context);
  sessionRoutes(app, services);
  accountRoutes(app, services);
  libraryRoutes(app, services);
  entryRoutes(app, services);
  historyRoutes(app, services);
  versionRoutes(app, services);
  trashRoutes(app, services);
  restoreRoutes(app, services);
  deletedLibraryRoutes(app, services);
  adminLibraryRoutes(app, services);
  folderRoutes(app, services);
  folderChoiceRoutes(app, services);
  overviewRoutes(app, context);
  searchRoutes(app, services);
  checkRoutes(app, services);
  garbageRoutes(app, services);
  localDeviceRoutes(app, services);
  eventRoutes(app, services);
  openapiRoutes(app, context);
}
