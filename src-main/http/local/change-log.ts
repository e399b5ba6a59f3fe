import type { FastifyInstance } from 'fastify';
import type { ChangeLogPageJson } from '../../../src-shared/change-log-api.ts';
import type { QueryOf } from '../../../src-shared/local-api.ts';
import type { ChangeLogPage } from '../../usecases/history/change-log.ts';
import type { Fields } from '../declared-fields.ts';
import { decodeLogPlace, encodeLogPlace, recentChange } from '../present/commits.ts';
import { callerOf, queryOf, untilGone } from '../request-context.ts';
import type { HttpServices } from '../services.ts';
import { localRoute } from './local-route.ts';

const CHANGES_PER_PAGE = 50;

/** What happened in all libraries, as far back as their histories go. */
export function changeLogRoutes(app: FastifyInstance, { history: { changeLog } }: HttpServices): void {
  localRoute(app, 'GET change-log/', async (request, reply) => {
    const wanted = wantedIn(queryOf(request));
    const limits = { limit: CHANGES_PER_PAGE, signal: untilGone(reply) };
    return pageJson(await changeLog.page(callerOf(request), { ...wanted, ...limits }));
  });
}

/** @throws DomainError `argument-invalid`, `cursor-invalid` */
function wantedIn(query: Fields<QueryOf<'GET change-log/'>>) {
  return {
    libraryId: query.optionalLibraryId('library') ?? null,
    kind: query.optional('kind') ?? null,
    text: query.optional('text') ?? '',
    after: decodeLogPlace(query.optional('cursor')),
  };
}

function pageJson({ changes, next }: ChangeLogPage): ChangeLogPageJson {
  return {
    changes: changes.map(recentChange),
    cursor: encodeLogPlace(next),
    looked_back_to: next?.atSeconds ?? 0,
  };
}
