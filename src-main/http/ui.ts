import { sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pathOf, surfaceOf } from './surface.ts';

/** Serves the built user interface: one route for each file that is there now, so no address can reach another. */
export function registerUi(app: FastifyInstance, folder: string): void {
  app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    cacheControl: false,
    setHeaders(reply, file) {
      // The build names assets after their content; everything else can change with the next version.
      const isImmutable = file.includes(`${sep}assets${sep}`);
      reply.header('cache-control', isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}

/** Whether an unknown address may be a page of the interface, which its own router knows. */
export function canFallBackToUi(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const acceptsHtml = (request.headers.accept ?? '').includes('text/html');
  return acceptsHtml && surfaceOf(pathOf(request.raw.url ?? '')) === 'ui';
}

export function sendUi(reply: FastifyReply): FastifyReply {
  return reply.sendFile('index.html');
}
