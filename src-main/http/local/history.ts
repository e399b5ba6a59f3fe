import type { FastifyInstance } from 'fastify';
import type { CommitDetailJson, HistoryPageJson } from '../../../src-shared/contents-api.ts';
import { parsePath } from '../../core/library/path.ts';
import { decodeCursor, encodeCursor } from '../present/cursor.ts';
import { localChange, localCommit } from '../present/local-contents.ts';
import { optional } from '../present/parse-fields.ts';
import { COMMIT, callerOf, commitIdOf, LIBRARY, libraryIdOf, queryOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';

const COMMITS_PER_PAGE = 100;
const CHANGES_PER_PAGE = 1000;

export function historyRoutes(app: FastifyInstance, { history }: HttpServices): void {
  app.get(`/libraries/${LIBRARY}/history/`, async (request): Promise<HistoryPageJson> => {
    const before = decodeCursor(queryOf(request).text('cursor'));
    const path = parsePath(optional(queryOf(request), 'path') ?? '/');
    const wanted = { before, limit: COMMITS_PER_PAGE, path };
    const { commits, next } = await history.after(callerOf(request), libraryIdOf(request), wanted);
    return { commits: commits.map(localCommit), cursor: encodeCursor(next) };
  });

  app.get(`/libraries/${LIBRARY}/commits/${COMMIT}/`, async (request): Promise<CommitDetailJson> => {
    const subject = [callerOf(request), libraryIdOf(request), commitIdOf(request)] as const;
    const after = decodeCursor(queryOf(request).text('cursor')) ?? -1;
    const commit = history.find(...subject);
    const rows = await history.changes(...subject, { after, limit: CHANGES_PER_PAGE + 1 });
    const hasMore = rows.length > CHANGES_PER_PAGE;
    return {
      commit: localCommit(commit),
      changes: rows.slice(0, CHANGES_PER_PAGE).map(localChange),
      cursor: hasMore ? encodeCursor(after + CHANGES_PER_PAGE) : null,
    };
  });
}
