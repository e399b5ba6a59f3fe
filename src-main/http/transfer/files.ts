import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { param } from '../request-context.ts';
import type { HttpServices } from '../services.ts';
import { sendFile } from './send-file.ts';

/** A file's bytes for any client with the link. The name in the address is for people; the token says which file. */
export function fileRoutes(app: FastifyInstance, { downloads }: HttpServices): void {
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    return sendFile(request, reply, await downloads.open(param(request, 'token')));
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
