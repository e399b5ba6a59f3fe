import type { FastifyInstance } from 'fastify';
import { avatarUrl } from '../present/v21-libraries.ts';
import { originOf } from '../request-guards.ts';

/** Pictures of people: there is one for all. */
export function avatarRoutes(app: FastifyInstance): void {
  app.get('/avatars/user/:email/resized/:size(^[0-9]{1,4}$)/', async (request) => ({
    url: avatarUrl(originOf(request)),
    is_default: true,
    mtime: 0,
  }));
}
