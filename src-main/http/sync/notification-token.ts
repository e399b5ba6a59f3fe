import type { FastifyInstance } from 'fastify';
import { LIBRARY, libraryIdOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';
import { syncTokenOf } from './sync-request.ts';

/** What clients fetch before they subscribe; the surface has checked that they may sync the library. */
export function notificationTokenRoutes(app: FastifyInstance, services: HttpServices): void {
  const { notificationTokens } = services;
  app.get(`/repo/${LIBRARY}/jwt-token`, async (request) => ({
    jwt_token: notificationTokens.issue(libraryIdOf(request), syncTokenOf(request)),
  }));
}
