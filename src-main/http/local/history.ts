import type { FastifyInstance } from 'fastify';
import { parsePath } from '../../core/library/path.ts';
import { decodeCursor, encodeCursor } from '../present/cursor.ts';
import { localChange, localCommit } from '../present/local-contents.ts';
import { optional } from '../present/parse-fields.ts';
import { callerOf, commitIdOf, libraryIdOf, queryOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';
import { localRoute } from './local-route.ts';

const COMMITS_PER_PAGE = 100;
const CHANGES_PER_PAGE = 1000;

export function historyRoutes(app: FastifyInstance, { history }: HttpServices): void {
  localRoute(app, 'GET libraries/:library_id/history/', async (request) => {
    const before = decodeCursor(queryOf(request).text('cursor'));
    const path = parsePath(optional(queryOf(request), 'path') ?? '/');
    const wanted = { before, limit: COMMITS_PER_PAGE, path };
    const { commits, next } = await history.after(callerOf(request), libraryIdOf(request), wanted);
    return { commits: commits.map(localCommit), cursor: encodeCursor(next) };
  });

  localRoute(app, 'GET libraries/:library_id/commits/:commit_id/', async (request) => {
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
