import type { FastifyInstance } from 'fastify';
import { commitDetail } from '../present/commits.ts';
import { COMMIT, callerOf, commitIdOf, LIBRARY, libraryIdOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';

/** This listing has no pages on the wire. Whole folders count once, so it stays short for bulk changes. */
const ALL = Number.MAX_SAFE_INTEGER;

export function commitRoutes(app: FastifyInstance, { history }: HttpServices): void {
  app.get(`/repos/${LIBRARY}/commits/${COMMIT}/`, async (request) => {
    const subject = [callerOf(request), libraryIdOf(request), commitIdOf(request)] as const;
    const commit = history.find(...subject);
    return commitDetail(commit, await history.changes(...subject, { after: -1, limit: ALL }));
  });
}
