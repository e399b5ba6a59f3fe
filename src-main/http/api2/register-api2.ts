import type { FastifyInstance } from 'fastify';
import type { HttpContext } from '../http-context.ts';
import { accountRoutes, serverRoutes } from './account.ts';
import { dirRoutes } from './dir.ts';
import { fileopsRoutes, fileRoutes } from './file.ts';
import { fileLinkRoutes } from './file-links.ts';
import { historyRoutes } from './history.ts';
import { repoRoutes, reposRoutes } from './repos.ts';
import { searchRoutes } from './search.ts';
import { folderLibraryRoutes, receivedShareRoutes, sharingRoutes } from './sharing.ts';

/** Everything below `/api2`. */
export function registerApi2(app: FastifyInstance, { services, config }: HttpContext): void {
  serverRoutes(app, config);
  accountRoutes(app, services);
  reposRoutes(app, services);
  repoRoutes(app, services);
  dirRoutes(app, services);
  fileLinkRoutes(app, services);
  fileRoutes(app, services);
  fileopsRoutes(app, services);
  historyRoutes(app, services);
  sharingRoutes(app, services);
  receivedShareRoutes(app, services);
  folderLibraryRoutes(app, services);
  searchRoutes(app, services);
}
