import type { FastifyInstance } from 'fastify';

/** There are no messages here; desktop clients ask every few minutes. */
export function unseenMessageRoutes(app: FastifyInstance): void {
  app.get('/unseen_messages/', async () => ({ count: 0 }));
}
