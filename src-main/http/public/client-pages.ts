import type { FastifyInstance } from 'fastify';
import { queryOf } from '../request-context.ts';
import { placeOf } from './client-places.ts';

const CONFIG = { access: 'anonymous', anyType: true } as const;

/**
 * Where programs made for Seafile open the browser. Each address leads to its place in our page, which asks for a sign-in
 * where it has none, and spends the code itself: a program that only looks at the address must not use it up.
 */
export function clientPageRoutes(app: FastifyInstance): void {
  app.get('/client-login/', { config: CONFIG }, async (request, reply) => {
    const query = queryOf(request);
    const code = encodeURIComponent(query.text('token') ?? '');
    const next = encodeURIComponent(placeOf(query.text('next') ?? '/'));
    return reply.redirect(`/#/sign-in?code=${code}&next=${next}`, 302);
  });

  for (const url of ['/library/*', '/lib/*', '/repo/*', '/smart-link/*', '/profile/'])
    app.get(url, { config: CONFIG }, async (request, reply) =>
      reply.redirect(`/${placeOf(request.raw.url ?? '/')}`, 302),
    );
}
