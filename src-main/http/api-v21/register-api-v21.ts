import type { FastifyInstance } from 'fastify';
import type { HttpContext } from '../http-context.ts';
import { accountRoutes } from './account.ts';
import { dirRoutes } from './dir.ts';
import { fileRoutes, uploadedBytesRoute } from './file.ts';
import { givenLibraryRoutes, groupRoutes, memberRoutes, ownedLibraryRoutes } from './groups.ts';
import { historyRoutes, trashRoutes, versionRoutes } from './history.ts';
import { itemTaskRoutes, zipTaskRoutes } from './item-tasks.ts';
import { libraryTokenRoutes } from './library-tokens.ts';
import { linkRoutes } from './links.ts';
import { repoRoutes } from './repos.ts';
import { smartLinkRoutes } from './smart-links.ts';
import { viaRepoTokenRoutes } from './via-repo-token.ts';

/** Everything below `/api/v2.1` but administration. */
export function registerApiV21(app: FastifyInstance, { services }: HttpContext): void {
  repoRoutes(app, services);
  historyRoutes(app, services);
  versionRoutes(app, services);
  trashRoutes(app, services);
  dirRoutes(app, services);
  fileRoutes(app, services);
  uploadedBytesRoute(app, services);
  itemTaskRoutes(app, services);
  zipTaskRoutes(app, services);
  linkRoutes(app, services);
  smartLinkRoutes(app, services);
  groupRoutes(app, services);
  memberRoutes(app, services);
  givenLibraryRoutes(app, services);
  ownedLibraryRoutes(app, services);
  libraryTokenRoutes(app, services);
  viaRepoTokenRoutes(app, services);
  accountRoutes(app, services);
}
