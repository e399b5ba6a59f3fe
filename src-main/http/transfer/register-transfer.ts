import type { FastifyInstance } from 'fastify';
import type { HttpContext } from '../http-context.ts';
import { fileRoutes, zipRoutes } from './downloads.ts';
import { uploadRoutes } from './uploads.ts';

/** Everything below `/seafhttp` that a link's own token authorises. */
export function registerTransfer(app: FastifyInstance, { services }: HttpContext): void {
  // Bodies stay unread: the routes take them as they come in.
  app.addContentTypeParser('*', async () => undefined);
  fileRoutes(app, services);
  uploadRoutes(app, services);
  zipRoutes(app, services);
}
