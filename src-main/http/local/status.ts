import type { FastifyInstance } from 'fastify';
import type { HttpContext } from '../http-context.ts';
import { parseLibraryKinds } from '../present/library-kinds.ts';
import { callerOf } from '../request-context.ts';
import { originOf } from '../request-guards.ts';
import { localRoute } from './local-route.ts';

export function statusRoutes(app: FastifyInstance, { services, config }: HttpContext): void {
  const { accounts, libraries, folders } = services;

  localRoute(app, 'GET status/', async (request) => {
    const caller = callerOf(request);
    return {
      version: config.productVersion ?? config.version,
      // Places on the server's disk are for those who administrate it.
      data_dir: caller.isAdmin ? config.dataFolder : '',
      address: originOf(request),
      started_at: config.startedAtSeconds,
      libraries: libraries.list(caller, { kinds: parseLibraryKinds(undefined) }).length,
      // Who is no administrator is never alone.
      users: caller.isAdmin ? accounts.listUsers(caller, { page: 1, perPage: 1 }).totalCount : 2,
      folders: caller.isAdmin ? folders.list() : [],
    };
  });
}
