import type { FastifyInstance } from 'fastify';

export function pingRoutes(app: FastifyInstance): void {
  app.get('/ping/', { config: { access: 'anonymous' } }, async () => 'pong');
  app.get('/auth/ping/', async () => 'pong');
}
