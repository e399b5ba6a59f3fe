import { randomUUID } from 'node:crypto';
import type { ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Access } from '../../src-shared/contract/call-spec.ts';
import { HEADERS_MAX_BYTES, HEADERS_SECONDS } from '../core/limits.ts';
import { limitAnonymousCalls } from './anonymous-rate.ts';
import { AnswerMemory } from './answer-memory.ts';
import { registerAdmin } from './api-v21/admin/register-admin.ts';
import { registerApiV21 } from './api-v21/register-api-v21.ts';
import { registerApi2 } from './api2/register-api2.ts';
import { authenticate, type FindBearer } from './auth.ts';
import { shareBodyMemory } from './body-memory.ts';
import { addBodyParsers, checkContentEncoding, expectBody } from './body-parsers.ts';
import { isAmong, isByNetwork, madeOf } from './client-address.ts';
import { Connections, originsBehind } from './connections.ts';
import { addDavMethods, registerDav } from './dav/register-dav.ts';
import { declareRoutes, type MethodsAt, SURFACE_ACCESS, watchRoutes } from './declared-routes.ts';
import { sendError } from './errors.ts';
import { queryFields } from './fields.ts';
import { hangUpGently } from './hang-up.ts';
import { answerHead } from './head-routes.ts';
import type { HttpConfig, HttpContext, RoutesContext } from './http-context.ts';
import { answerInJson } from './json-answer.ts';
import { registerLocal } from './local/register-local.ts';
import { nodeHttp } from './node-http.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { requirePasswordAgain } from './password-again.ts';
import { avatarPictureRoutes } from './public/avatar.ts';
import { clientPageRoutes } from './public/client-pages.ts';
import { linkRoutes, linkUploadRoutes } from './public/link-routes.ts';
import { notFound, RequestError } from './request-error.ts';
import { checkReach, reachedOrigins } from './request-guards.ts';
import { PRIVATE_HEADERS, SECURITY_HEADERS } from './security-headers.ts';
import { pathOf, surfaceOf } from './surface.ts';
import { isNotificationUpgrade, registerNotifications } from './sync/notifications.ts';
import { registerSync } from './sync/register-sync.ts';
import { registerTransfer } from './transfer/downloads.ts';
import { canFallBackToUi, Ui } from './ui.ts';

/** Longer than the pauses between a sync client's requests: it cannot repeat an upload on a connection that died. */
const KEEP_ALIVE_MS = 75_000;
/** The longest parameters are e-mail addresses, percent-encoded. */
const MAX_PARAMETER_LENGTH = 1024;

const SERVER_OPTIONS: ServerOptions = {
  keepAliveTimeout: KEEP_ALIVE_MS,
  // A slow block upload must never end in a 408: clients report it as a library that is too large.
  requestTimeout: 0,
  maxHeaderSize: HEADERS_MAX_BYTES,
  headersTimeout: HEADERS_SECONDS * 1000,
  connectionsCheckingInterval: 5_000,
  shouldUpgradeCallback: isNotificationUpgrade,
};

/** The whole HTTP side over the given services; the caller listens and closes. */
export function createServer(context: HttpContext): FastifyInstance {
  const { config } = context;
  const isTrusted = madeOf(config.trustedProxies, isAmong);
  const app = fastify({
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PARAMETER_LENGTH },
    trustProxy: (address) => isTrusted()(address),
    serverFactory: (serve) => nodeHttp.createServer(SERVER_OPTIONS, oneAtATime(serve)),
    forceCloseConnections: true,
    logController: new LogController({ disableRequestLogging: true }),
    exposeHeadRoutes: false,
    // Each route counts as one, and none waits for anything: a thousand timers at each start.
    pluginTimeout: 0,
    genReqId: () => randomUUID(),
    clientErrorHandler: refuseUnreadable,
    frameworkErrors: (error, request, reply) => sendError(error, request, reply.headers(SECURITY_HEADERS)),
    ...(config.logger === undefined ? {} : { loggerInstance: config.logger }),
  });
  app.decorate('connections', new Connections(app.server, originsBehind(config.trustedProxies)));
  hangUpGently(app.server);
  app.server.on('checkContinue', (request, response) => {
    // Clients of drives learn before they send the body whether it will be accepted.
    if (surfaceOf(pathOf(request.url ?? '')) !== 'dav') response.writeContinue();
    app.server.emit('request', request, response);
  });
  app.removeAllContentTypeParsers();
  addDavMethods(app);
  answerHead(app);
  const methodsAt = watchRoutes(app);
  const declared = declareRoutes(app);
  prepareRequests(app, config);
  app.setErrorHandler(sendError);
  const ui = config.uiFolder === undefined ? null : new Ui(config.uiFolder);
  app.setNotFoundHandler((request, reply) => answerUnknown(methodsAt, ui, { request, reply }));
  addSurfaces(app, { ...context, routes: declared });
  ui?.register(app);
  return app;
}

function prepareRequests(app: FastifyInstance, config: HttpConfig): void {
  app.decorateRequest('caller', null);
  app.decorateRequest('token', null);
  app.decorateRequest('queryFields');
  app.decorateRequest('reached', null);
  app.decorateRequest('syncVisit', null);
  shareBodyMemory(app);
  app.decorate('answerMemory', new AnswerMemory());
  app.addHook('onRequest', async (request, reply) => {
    const target = request.raw.url ?? '';
    reply.headers(SECURITY_HEADERS);
    if (surfaceOf(pathOf(target)) !== 'ui') reply.headers(PRIVATE_HEADERS);
    checkReach(request, config);
    request.reached = reachedOrigins(request, config);
    request.queryFields = queryFields(target.slice(pathOf(target).length + 1));
  });
  limitAnonymousCalls(app);
}

function addSurfaces(app: FastifyInstance, context: RoutesContext): void {
  const { services } = context;
  const surface = (prefix: string, access: Access, addRoutes: (scope: FastifyInstance) => void) =>
    app.register(
      async (scope) => {
        addBodyParsers(scope);
        scope.addHook('onRequest', async (request, reply) => {
          if (request.routeOptions.config.anyType !== true) answerInJson(request, reply);
          checkContentEncoding(request);
          authenticate(
            request,
            access,
            bearersFor(request, services),
            services.accounts.libraryTokens.callerOf,
          );
        });
        scope.addHook('preParsing', expectBody);
        scope.addHook('preHandler', async (request) => requirePasswordAgain(request, context));
        addRoutes(scope);
      },
      { prefix },
    );
  surface('/api2', SURFACE_ACCESS.api2, (scope) => registerApi2(scope, context));
  surface('/api/v2.1', SURFACE_ACCESS['api-v21'], (scope) => registerApiV21(scope, context));
  surface('/api/v2.1/admin', SURFACE_ACCESS.admin, (scope) => registerAdmin(scope, context));
  surface('/api/local/v1', SURFACE_ACCESS.local, (scope) => registerLocal(scope, context));
  surface('', SURFACE_ACCESS.public, (scope) => linkRoutes(scope, services));
  surface('', SURFACE_ACCESS.public, avatarPictureRoutes);
  surface('', SURFACE_ACCESS.public, clientPageRoutes);
  app.register(async (scope) => linkUploadRoutes(scope, services));
  app.register(async (scope) => registerTransfer(scope, context), { prefix: '/seafhttp' });
  app.register(async (scope) => registerDav(scope, services));
  app.register(async (scope) => registerSync(scope, context), { prefix: '/seafhttp' });
  app.register(async (scope) => registerNotifications(scope, services));
}

/** The token of this computer's own programs does not work over the network. */
function bearersFor(
  { socket }: FastifyRequest,
  { accounts: { accounts } }: RoutesContext['services'],
): FindBearer {
  return (token) => {
    const bearer = accounts.callerOf(token);
    const isLocal = typeof bearer === 'object' && bearer.kind === 'local';
    return isLocal && isByNetwork(socket) ? 'unknown' : bearer;
  };
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

function answerUnknown(methodsAt: MethodsAt, ui: Ui | null, { request, reply }: Exchange) {
  const path = pathOf(request.raw.url ?? '');
  if (request.method === 'OPTIONS') return reply.code(200).header('allow', 'GET, HEAD, POST, OPTIONS').send();
  const methods = methodsAt(path);
  if (methods.length > 0 && !methods.includes(request.method))
    throw methodNotAllowed(request.method, methods);
  if (ui !== null && canFallBackToUi(request)) return ui.sendPage(request, reply);
  throw notFound();
}

function methodNotAllowed(method: string, allowed: readonly string[]): RequestError {
  const headers = { allow: allowed.join(', ') };
  return new RequestError(405, 'method-not-allowed', `Method "${method}" not allowed.`, { headers });
}

/** Answers what is no HTTP at all, then hangs up: nothing after it on the connection can be trusted. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  // Slow headers get no 408 either: the connection may be a sync client's.
  if (error.code === 'ECONNRESET' || error.code === 'ERR_HTTP_REQUEST_TIMEOUT' || !socket.writable) {
    socket.destroy();
    return;
  }
  const isTooLarge = error.code === 'HPE_HEADER_OVERFLOW';
  const status = isTooLarge ? '431 Request Header Fields Too Large' : '400 Bad Request';
  const body = JSON.stringify({ detail: isTooLarge ? 'Request headers too large.' : 'Bad request.' });
  const headers = {
    ...SECURITY_HEADERS,
    ...PRIVATE_HEADERS,
    'content-type': 'application/json',
    connection: 'close',
  };
  const lines = Object.entries({ ...headers, 'content-length': String(Buffer.byteLength(body)) });
  socket.end(
    `HTTP/1.1 ${status}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`,
  );
}
