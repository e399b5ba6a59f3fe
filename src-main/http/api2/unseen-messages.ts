import type { FastifyInstance } from 'fastify';

/** Nobody writes messages here; desktop clients ask every few minutes. */
export function unseenMessageRoutes(app: FastifyInstance): void {
  app.get('/unseen_messages/', async () => ({ count: 0 }));
}
