import type { FastifyInstance } from 'fastify';

const PATH = '/notifications/';

/** There are none to show, to mark as seen or to remove. */
export function notificationRoutes(app: FastifyInstance): void {
  app.get(PATH, async () => ({ unseen_count: 0, notification_list: [], count: 0 }));
  app.put(PATH, async () => ({ success: true }));
  app.delete(PATH, async () => ({ success: true }));
}
