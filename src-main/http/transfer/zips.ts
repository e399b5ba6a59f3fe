import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OpenedZip } from '../../usecases/files/zip-downloads.ts';
import { answerShareOf } from '../answer-memory.ts';
import { param } from '../request-context.ts';
import { INERT_HEADERS } from '../security-headers.ts';
import type { HttpServices } from '../services.ts';
import { contentDisposition } from './file-headers.ts';
import { zipStream } from './zip-stream.ts';

/** An archive for any client with the link. */
export function zipRoutes(app: FastifyInstance, { zips }: HttpServices): void {
  app.route({
    method: 'GET',
    // Only the whole archive knows how long it is, so there is nothing to answer HEAD with.
    exposeHeadRoute: false,
    url: '/zip/:token',
    config: { access: 'anonymous', anyType: true },
    handler: (request, reply) => sendZip(request, reply, zips.open(param(request, 'token'))),
  });
}

/** Answers with an archive, made as it is read. */
export async function sendZip(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, person, entries }: OpenedZip,
): Promise<FastifyReply> {
  reply.headers({
    ...INERT_HEADERS,
    'content-type': 'application/zip',
    'content-disposition': contentDisposition(name),
  });
  if (request.method === 'HEAD') return reply.send();
  return reply.send(zipStream(entries(answerShareOf(request, reply, person))));
}
