import type { FastifyInstance } from 'fastify';
import { decodeLogPlace, encodeLogPlace, recentChange } from '../present/commits.ts';
import { callerOf, queryOf, untilGone } from '../request-context.ts';
import type { HttpServices } from '../services.ts';
import { localRoute } from './local-route.ts';

const CHANGES_PER_PAGE = 50;

/** What happened in all libraries, as far back as their histories go. */
export function changeLogRoutes(app: FastifyInstance, { history: { changeLog } }: HttpServices): void {
  localRoute(app, 'GET change-log/', async (request, reply) => {
    const query = queryOf(request);
    const { changes, next } = await changeLog.page(callerOf(request), {
      libraryId: query.optionalLibraryId('library') ?? null,
      kind: query.optional('kind') ?? null,
      text: query.optional('text') ?? '',
      after: decodeLogPlace(query.optional('cursor')),
      limit: CHANGES_PER_PAGE,
      signal: untilGone(reply),
    });
    return {
      changes: changes.map(recentChange),
      cursor: encodeLogPlace(next),
      looked_back_to: next?.atSeconds ?? 0,
    };
  });
}
