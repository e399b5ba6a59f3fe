import type { FastifyInstance } from 'fastify';
import { PRIVATE_HEADERS } from '../security-headers.ts';
import { DEFAULT_PICTURE } from './default-picture.ts';

/** The one picture that every address of an avatar leads to. It says nothing about any user. */
export function avatarPictureRoutes(app: FastifyInstance): void {
  app.get(
    '/media/avatars/default.png',
    { config: { access: 'anonymous', anyType: true } },
    async (_, reply) => {
      return reply.headers(PRIVATE_HEADERS).type('image/png').send(DEFAULT_PICTURE);
    },
  );
}
