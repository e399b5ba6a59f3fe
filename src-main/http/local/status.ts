import type { FastifyInstance } from 'fastify';
import type { Caller } from '../../core/access/caller.ts';
import type { HttpContext, RoutesContext } from '../http-context.ts';
import { docsPage } from '../openapi/docs-page.ts';
import { openapiDocument } from '../openapi/document.ts';
import { parseLibraryKinds } from '../present/library-requests.ts';
import { PAGE_HEADERS } from '../public/page.ts';
import { callerOf } from '../request-context.ts';
import { isFromThisComputer, originOf } from '../request-guards.ts';
import { localRoute } from './local-route.ts';

export function statusRoutes(app: FastifyInstance, { services, config }: HttpContext): void {
  const {
    accounts: { accounts },
    libraries: { libraries },
    computer,
  } = services;

  /** Places on the server's disk are for those who administrate it. Who does not is never alone. */
  const toldTo = (caller: Caller) => {
    if (!caller.isAdmin) return { data_dir: '', users: 2, folders: [] };
    const users = accounts.listUsers(caller, { page: 1, perPage: 1 }).totalCount;
    return { data_dir: config.dataFolder, users, folders: computer.folders.list() };
  };

  localRoute(app, 'GET status/', async (request) => {
    const caller = callerOf(request);
    const { data_dir, ...others } = toldTo(caller);
    return {
      version: config.productVersion ?? config.version,
      data_dir,
      address: originOf(request),
      started_at: config.startedAtSeconds,
      libraries: libraries.list(caller, { kinds: parseLibraryKinds(undefined) }).length,
      ...others,
    };
  });
}

export function commandRoutes(app: FastifyInstance, { services, config }: HttpContext): void {
  // Who is signed out needs them most, and who has a terminal of this computer sees them in its list of processes.
  localRoute(app, 'GET commands/', async (request) => {
    if (!isFromThisComputer(request, config)) return { commands: null, email: null };
    const { localPort = 0 } = request.socket;
    return {
      commands: config.commands?.(localPort) ?? null,
      email: services.accounts.accounts.onlyAccount(),
    };
  });
}

/** The description of every call, made from what the parsers read by. */
export function openapiRoutes(app: FastifyInstance, { routes, config }: RoutesContext): void {
  localRoute(app, 'GET openapi.json', async () => openapiDocument(routes, config.version));

  app.get('/docs/', { config: { anyType: true } }, async (_, reply) =>
    reply.headers(PAGE_HEADERS).send(docsPage(openapiDocument(routes, config.version))),
  );
}
