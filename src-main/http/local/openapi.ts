import type { FastifyInstance } from 'fastify';
import type { RoutesContext } from '../http-context.ts';
import { docsPage } from '../openapi/docs-page.ts';
import { openapiDocument } from '../openapi/document.ts';
import { PAGE_HEADERS } from '../public/page.ts';
import { localRoute } from './local-route.ts';

/** The description of every call, made from what the parsers read by. */
export function openapiRoutes(app: FastifyInstance, { routes, config }: RoutesContext): void {
  localRoute(app, 'GET openapi.json', async () => openapiDocument(routes, config.version));

  app.get('/docs/', { config: { anyType: true } }, async (_, reply) =>
    reply.headers(PAGE_HEADERS).send(docsPage(openapiDocument(routes, config.version))),
  );
}
