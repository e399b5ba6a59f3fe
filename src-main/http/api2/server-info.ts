import type { FastifyInstance } from 'fastify';
import type { HttpConfig } from '../http-context.ts';

/** What clients switch on by. Features of paid servers are left out: clients would show menus that lead nowhere. */
export function serverInfoRoutes(app: FastifyInstance, { version }: HttpConfig): void {
  app.get('/server-info/', { config: { access: 'anonymous' } }, async () => ({
    version,
    // The version clients make new encrypted libraries with; the widest set of them opens it.
    encrypted_library_version: 2,
    features: ['seafile-basic', 'file-search'],
  }));
}
