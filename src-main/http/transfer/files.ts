import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { param } from '../request-context.ts';
import type { HttpServices } from '../services.ts';
import { fileAnswer } from './file-answer.ts';

/** A file's bytes for whoever has the link. The name in the address is for people; the token says which file. */
export function fileRoutes(app: FastifyInstance, { downloads }: HttpServices): void {
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const opened = downloads.open(param(request, 'token'));
    const { status, headers, bytes } = fileAnswer(opened, request.headers);
    reply.code(status).headers(headers);
    if (bytes === null || request.method === 'HEAD') return reply.send();
    // One block ahead of the client: blocks are megabytes, and many downloads may run.
    return reply.send(
      Readable.from(bytes === 'all' ? opened.read() : opened.read(bytes), { highWaterMark: 1 }),
    );
  };
  app.route({
    // Its own HEAD: the one that fastify adds would replace the length by that of the empty answer.
    method: ['GET', 'HEAD'],
    exposeHeadRoute: false,
    url: '/files/:token/*',
    config: { access: 'anonymous', anyType: true },
    handler,
  });
}
