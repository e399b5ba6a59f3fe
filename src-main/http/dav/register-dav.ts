import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { checkContentEncoding } from '../body-parsers.ts';
import { DAV_OVERRIDES } from '../error-tables/dav.ts';
import { sendError } from '../errors.ts';
import { callerOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';
import { pathOf } from '../surface.ts';
import { copy, mkcol, move, remove } from './changes.ts';
import { lock, unlock } from './locking.ts';
import { Locks } from './locks.ts';
import { DAV_PREFIXES, parseAddress, placeOf } from './places.ts';
import { propfind } from './propfind.ts';
import { proppatch } from './proppatch.ts';
import { put } from './put.ts';
import { answerOptions, get } from './reading.ts';
import { signedIn } from './sign-in.ts';
import { DavError, sendDavError, type Visit } from './visit.ts';

type Answer = (visit: Visit) => Promise<FastifyReply>;

const METHODS: Readonly<Record<string, Answer>> = {
  PUT: put,
  DELETE: remove,
  MKCOL: mkcol,
  COPY: copy,
  MOVE: move,
  PROPFIND: propfind,
  PROPPATCH: proppatch,
  LOCK: lock,
  UNLOCK: unlock,
};

/** Methods that fastify has to be told of. */
const METHODS_OF_DAV = ['MKCOL', 'COPY', 'MOVE', 'PROPFIND', 'PROPPATCH', 'LOCK', 'UNLOCK'] as const;

/** An unwanted rest of a body is read up to this size; the connection ends if it is larger. */
const READ_ON_BYTES = 1024 * 1024;

/** Before any route is added. */
export function addDavMethods(app: FastifyInstance): void {
  for (const method of METHODS_OF_DAV) app.addHttpMethod(method, { hasBody: true });
}

/** All libraries of the caller as a drive, at `/dav/` and, for programs made for SeafDAV, at `/seafdav/`. */
export function registerDav(app: FastifyInstance, services: HttpServices): void {
  const locks = new Locks(services.clock);
  // Bodies stay unread: the methods take them as they come in.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', async () => undefined);
  app.addHook('onRequest', async (request) => {
    if (request.method === 'OPTIONS') return;
    request.caller = await signedIn(request, services.accounts.accounts);
    checkContentEncoding(request);
  });
  app.addHook('onSend', async (request, reply) => {
    if (isLargeRest(request)) reply.header('connection', 'close');
  });
  app.setErrorHandler((error, request, reply) =>
    error instanceof DavError ? sendDavError(reply, error) : sendError(error, request, reply),
  );
  const visitOf = (request: FastifyRequest, reply: FastifyReply): Visit => {
    const caller = callerOf(request);
    const address = parseAddress(pathOf(request.raw.url ?? ''));
    if (address === null) throw new Error('the route is not on the drive');
    return { request, reply, services, caller, locks, address, place: placeOf(services, caller, address) };
  };
  const config = { errors: DAV_OVERRIDES };
  for (const url of DAV_PREFIXES.flatMap((prefix) => [prefix, `${prefix}/*`])) {
    app.route({
      method: 'OPTIONS',
      url,
      config: { access: 'anonymous' },
      handler: async (_request, reply) => answerOptions(reply),
    });
    app.route({
      // Its own HEAD, as for all files.
      ...{ method: ['GET', 'HEAD'], exposeHeadRoute: false, url, config },
      handler: async (request, reply) => get(visitOf(request, reply)),
    });
    for (const [method, answer] of Object.entries(METHODS))
      app.route({ method, url, config, handler: async (request, reply) => answer(visitOf(request, reply)) });
  }
}

function isLargeRest({ raw, headers }: FastifyRequest): boolean {
  if (raw.complete) return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > READ_ON_BYTES;
}
