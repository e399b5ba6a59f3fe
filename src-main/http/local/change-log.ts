import type { FastifyInstance } from 'fastify';
import { decodeLogPlace, encodeLogPlace, recentChange } from '../present/commits.ts';
import { optional, parseLibraryId } from '../present/parse-fields.ts';
import { callerOf, queryOf, untilGone } from '../request-context.ts';
import type { HttpServices } from '../services.ts';
import { localRoute } from './local-route.ts';

const CHANGES_PER_PAGE = 50;

/** What happened in all libraries, as far back as their histories go. */
export function changeLogRoutes(app: FastifyInstance, { changeLog }: HttpServices): void {
  localRoute(app, 'GET change-log/', async (request, reply) => {
    const query = queryOf(request);
    const library = optional(query, 'library');
    const { changes, next } = await changeLog.page(callerOf(request), {
      libraryId: library === undefined ? null : parseLibraryId(library, 'library'),
      kind: optional(query, 'kind') ?? null,
      text: optional(query, 'text') ?? '',
      after: decodeLogPlace(optional(query, 'cursor')),
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
