import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { checkContentEncoding } from '../body-parsers.ts';
import type { HttpContext } from '../http-context.ts';
import { libraryIdOf } from '../request-context.ts';
import { checkRoutes, headRoutes } from './heads.ts';
import { notificationTokenRoutes } from './notifications.ts';
import { objectRoutes, treeRoutes } from './objects.ts';
import { enterLibrary, readRawBody } from './sync-request.ts';

/** What official sync clients ask and bring, authorised by the token of one library. Only 200 is success to them. */
export function registerSync(app: FastifyInstance, { services }: HttpContext): void {
  app.addContentTypeParser('*', (request: FastifyRequest, payload: Readable) =>
    readRawBody(request, payload),
  );
  app.addHook('onRequest', async (request) => {
    checkContentEncoding(request);
    // Clients call everything a form, and some nothing at all.
    request.raw.headers['content-type'] = 'application/octet-stream';
    if (request.routeOptions.config.access === 'anonymous') return;
    request.syncVisit = enterLibrary(request, services.access.syncAccess, libraryIdOf(request));
  });
  checkRoutes(app, services);
  headRoutes(app, services);
  objectRoutes(app, services);
  treeRoutes(app, services);
  notificationTokenRoutes(app, services);
}
