import type { FastifyInstance } from 'fastify';
import type { HttpContext } from '../http-context.ts';
import { fileRoutes } from './files.ts';

/** Everything below `/seafhttp` that a link's own token authorises. */
export function registerTransfer(app: FastifyInstance, { services }: HttpContext): void {
  fileRoutes(app, services);
}
