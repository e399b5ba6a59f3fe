import type { FastifyInstance } from 'fastify';
import type { HttpServices } from '../services.ts';
import { localRoute } from './local-route.ts';

/** What a newly linked folder begins with; for those who may link one. */
export function folderDefaultRoutes(app: FastifyInstance, { folders }: HttpServices): void {
  localRoute(app, 'GET folders/defaults/', async () => folders.defaults());
}
