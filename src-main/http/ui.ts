import { extname, sep } from 'node:path';
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
      reply.header('cache-control', cacheControlOf(file));
    },
  });
}

/** The build names assets after their content; everything else can change with the next version. */
function cacheControlOf(file: string): string {
  if (file.includes(`${sep}assets${sep}`)) return 'public, max-age=31536000, immutable';
  // Browsers ask for the page's icon again with each step inside it, and an old one does no harm for a day.
  return extname(file) === '.png' ? 'public, max-age=86400' : 'no-cache';
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
