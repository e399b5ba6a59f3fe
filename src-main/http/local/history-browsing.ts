import type { FastifyInstance } from 'fastify';
import { parsePath } from '../../core/library/path.ts';
import { decodeCursor, encodeCursor } from '../present/cursor.ts';
import { parseHistoryQuery, presentPin, presentUndone } from '../present/history-browsing.ts';
import { localCommit } from '../present/local-contents.ts';
import { integerOf, parseBoolean, required } from '../present/parse-fields.ts';
import { bodyOf, callerOf, commitIdOf, libraryIdOf, queryOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';
import { localRoute } from './local-route.ts';

const COMMITS_PER_PAGE = 100;
const MINUTE_SECONDS = 60;

/** Commits: finding them, undoing them, keeping them. */
export function historyBrowsingRoutes(
  app: FastifyInstance,
  { historySearch, restores, pins }: HttpServices,
): void {
  localRoute(app, 'POST libraries/:library_id/commits/:commit_id/undo/', async (request) => {
    const body = bodyOf(request);
    const undone = await restores.undo(callerOf(request), {
      libraryId: libraryIdOf(request),
      commitId: commitIdOf(request),
      paths: body.has('paths') ? body.list('paths').map(parsePath) : null,
      isDryRun: parseBoolean(body, 'dry_run'),
    });
    return presentUndone(undone);
  });

  localRoute(app, 'GET libraries/:library_id/history/search/', async (request) => {
    const before = decodeCursor(queryOf(request).text('cursor'));
    const wanted = { query: parseHistoryQuery(queryOf(request)), before, limit: COMMITS_PER_PAGE };
    const { commits, next } = await historySearch.page(callerOf(request), libraryIdOf(request), wanted);
    return { commits: commits.map(localCommit), cursor: encodeCursor(next) };
  });

  localRoute(app, 'GET libraries/:library_id/history/facets/', async (request) => {
    const { people, devices } = historySearch.facets(callerOf(request), libraryIdOf(request));
    return { people: [...people], devices: [...devices] };
  });

  localRoute(app, 'GET libraries/:library_id/history/activity/', async (request) => {
    const offset = (integerOf(queryOf(request).text('utc_offset')) ?? 0) * MINUTE_SECONDS;
    const found = historySearch.activity(callerOf(request), libraryIdOf(request), offset);
    return { days: [...found.days], since: found.sinceSeconds, is_cut: found.isCut };
  });

  localRoute(app, 'GET libraries/:library_id/pins/', async (request) => {
    return pins.list(callerOf(request), libraryIdOf(request)).map(presentPin);
  });

  localRoute(app, 'PUT libraries/:library_id/commits/:commit_id/pin/', async (request) => {
    const name = required(bodyOf(request), 'name');
    await pins.pin(callerOf(request), libraryIdOf(request), commitIdOf(request), name);
    return { success: true };
  });

  localRoute(app, 'DELETE libraries/:library_id/commits/:commit_id/pin/', async (request) => {
    pins.unpin(callerOf(request), libraryIdOf(request), commitIdOf(request));
    return { success: true };
  });
}
