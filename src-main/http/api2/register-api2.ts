import type { FastifyInstance } from 'fastify';
import type { HttpContext } from '../http-context.ts';
import { accountRoutes } from './account.ts';
import { authTokenRoutes } from './auth-token.ts';
import { defaultRepoRoutes } from './default-repo.ts';
import { downloadInfoRoutes } from './download-info.ts';
import { pingRoutes } from './ping.ts';
import { repoRoutes } from './repo.ts';
import { repoHistoryLimitRoutes } from './repo-history-limit.ts';
import { repoOwnerRoutes } from './repo-owner.ts';
import { reposRoutes } from './repos.ts';
import { serverInfoRoutes } from './server-info.ts';

/** Everything below `/api2`. */
export function registerApi2(app: FastifyInstance, context: HttpContext): void {
  const { services, config } = context;
  pingRoutes(app);
  serverInfoRoutes(app, config);
  authTokenRoutes(app, services);
  accountRoutes(app, services);
  reposRoutes(app, services);
  repoRoutes(app, services);
  repoOwnerRoutes(app, services);
  repoHistoryLimitRoutes(app, services);
  defaultRepoRoutes(app, services);
  downloadInfoRoutes(app, services);
}
