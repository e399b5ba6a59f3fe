import type { FastifyInstance } from 'fastify';
import type { HttpContext } from '../http-context.ts';
import { accountRoutes } from './account.ts';
import { dirRoutes } from './dir.ts';
import { fileRoutes } from './file.ts';
import { groupRoutes } from './groups.ts';
import { historyRoutes } from './history.ts';
import { itemTaskRoutes } from './item-tasks.ts';
import { libraryTokenRoutes } from './library-tokens.ts';
import { linkRoutes } from './links.ts';
import { repoRoutes } from './repos.ts';
import { smartLinkRoutes } from './smart-links.ts';
import { viaRepoTokenRoutes } from './via-repo-token.ts';

/** Everything below `/api/v2.1` but administration. */
export function registerApiV21(app: FastifyInstance, { services }: HttpContext): void {
  repoRoutes(app, services);
  historyRoutes(app, services);
  dirRoutes(app, services);
  fileRoutes(app, services);
  itemTaskRoutes(app, services);
  linkRoutes(app, services);
  smartLinkRoutes(app, services);
  groupRoutes(app, services);
  libraryTokenRoutes(app, services);
  viaRepoTokenRoutes(app, services);
  accountRoutes(app, services);
}
