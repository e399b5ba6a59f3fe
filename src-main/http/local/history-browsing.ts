import type { FastifyInstance } from 'fastify';
import type {
  FoundCommitsJson,
  HistoryActivityJson,
  HistoryFacetsJson,
  PinJson,
  UndoneJson,
} from '../../../src-shared/history-browsing-api.ts';
import { parsePath } from '../../core/library/path.ts';
import { decodeCursor, encodeCursor } from '../present/cursor.ts';
import { parseHistoryQuery, presentPin, presentUndone } from '../present/history-browsing.ts';
import { localCommit } from '../present/local-contents.ts';
import { integerOf, parseBoolean, required } from '../present/parse-fields.ts';
import { bodyOf, COMMIT, callerOf, commitIdOf, LIBRARY, libraryIdOf, queryOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';

const COMMITS_PER_PAGE = 100;
const MINUTE_SECONDS = 60;

/** Commits: finding them, undoing them, keeping them. */
export function historyBrowsingRoutes(
  app: FastifyInstance,
  { historySearch, restores, pins }: HttpServices,
): void {
  app.post(`/libraries/${LIBRARY}/commits/${COMMIT}/undo/`, async (request): Promise<UndoneJson> => {
    const body = bodyOf(request);
    const undone = await restores.undo(callerOf(request), {
      libraryId: libraryIdOf(request),
      commitId: commitIdOf(request),
      paths: body.has('paths') ? body.list('paths').map(parsePath) : null,
      isDryRun: parseBoolean(body, 'dry_run'),
    });
    return presentUndone(undone);
  });

  app.get(`/libraries/${LIBRARY}/history/search/`, async (request): Promise<FoundCommitsJson> => {
    const before = decodeCursor(queryOf(request).text('cursor'));
    const wanted = { query: parseHistoryQuery(queryOf(request)), before, limit: COMMITS_PER_PAGE };
    const { commits, next } = await historySearch.page(callerOf(request), libraryIdOf(request), wanted);
    return { commits: commits.map(localCommit), cursor: encodeCursor(next) };
  });

  app.get(`/libraries/${LIBRARY}/history/facets/`, async (request): Promise<HistoryFacetsJson> => {
    const { people, devices } = historySearch.facets(callerOf(request), libraryIdOf(request));
    return { people: [...people], devices: [...devices] };
  });

  app.get(`/libraries/${LIBRARY}/history/activity/`, async (request): Promise<HistoryActivityJson> => {
    const offset = (integerOf(queryOf(request).text('utc_offset')) ?? 0) * MINUTE_SECONDS;
    const found = historySearch.activity(callerOf(request), libraryIdOf(request), offset);
    return { days: [...found.days], since: found.sinceSeconds, is_cut: found.isCut };
  });

  app.get(`/libraries/${LIBRARY}/pins/`, async (request): Promise<PinJson[]> => {
    return pins.list(callerOf(request), libraryIdOf(request)).map(presentPin);
  });

  app.put(`/libraries/${LIBRARY}/commits/${COMMIT}/pin/`, async (request) => {
    const name = required(bodyOf(request), 'name');
    await pins.pin(callerOf(request), libraryIdOf(request), commitIdOf(request), name);
    return { success: true };
  });

  app.delete(`/libraries/${LIBRARY}/commits/${COMMIT}/pin/`, async (request) => {
    pins.unpin(callerOf(request), libraryIdOf(request), commitIdOf(request));
    return { success: true };
  });
}
