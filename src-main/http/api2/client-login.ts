import type { FastifyInstance } from 'fastify';
import type { HttpServices } from '../services.ts';

/** A code by which a program opens our page in the browser, signed in: `public/client-pages.ts`. */
export function clientLoginRoutes(app: FastifyInstance, { accounts: { accounts } }: HttpServices): void {
  app.post('/client-login/', async (request) => ({ token: accounts.issueClientCode(request.token ?? '') }));
}
