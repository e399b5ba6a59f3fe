import type { FastifyInstance } from 'fastify';
import { parsePath } from '../../core/library/path.ts';
import { integerOf, parseCommitId } from '../declared-fields.ts';
import { CHANGES_ASKED, localCommit, localCommitPage } from '../present/commits.ts';
import {
  parseHistoryQuery,
  presentDifferences,
  presentPin,
  presentUndone,
} from '../present/history-browsing.ts';
import { decodeCursor, encodeCursor } from '../present/values.ts';
import { bodyOf, callerOf, commitIdOf, libraryIdOf, queryOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';
import { localRoute } from './local-route.ts';

const COMMITS_PER_PAGE = 100;

const MINUTE_SECONDS = 60;

const DIFFERENCES_PER_PAGE = 500;

/** What happened in a library, comparing two of its snapshots, and undoing. */
export function historyRoutes(
  app: FastifyInstance,
  { history: { history, compareSnapshots }, restores: { restores } }: HttpServices,
): void {
  localRoute(app, 'GET libraries/:library_id/history/', async (request) => {
    const before = decodeCursor(queryOf(request).text('cursor'));
    const path = parsePath(queryOf(request).optional('path') ?? '/');
    const wanted = { before, limit: COMMITS_PER_PAGE, path };
    const { commits, next } = await history.after(callerOf(request), libraryIdOf(request), wanted);
    return { commits: commits.map(localCommit), cursor: encodeCursor(next) };
  });

  localRoute(app, 'GET libraries/:library_id/commits/:commit_id/', async (request) => {
    const subject = [callerOf(request), libraryIdOf(request), commitIdOf(request)] as const;
    const after = decodeCursor(queryOf(request).text('cursor')) ?? -1;
    const commit = history.find(...subject);
    const rows = await history.changes(...subject, { after, limit: CHANGES_ASKED });
    return localCommitPage(commit, rows, after);
  });

  localRoute(app, 'GET libraries/:library_id/differences/', async (request) => {
    const query = queryOf(request);
    const page = await compareSnapshots.page(callerOf(request), {
      libraryId: libraryIdOf(request),
      commitId: parseCommitId(query.required('commit'), 'commit'),
      otherId: query.optionalCommitId('other'),
      kind: query.optional('kind') ?? null,
      from: decodeCursor(query.optional('cursor')) ?? 0,
      limit: DIFFERENCES_PER_PAGE,
    });
    return presentDifferences(page);
  });

  localRoute(app, 'POST libraries/:library_id/commits/:commit_id/undo/', async (request) => {
    const body = bodyOf(request);
    const undone = await restores.undo(callerOf(request), {
      libraryId: libraryIdOf(request),
      commitId: commitIdOf(request),
      paths: body.has('paths') ? body.list('paths').map(parsePath) : null,
      isDryRun: body.boolean('dry_run'),
    });
    return presentUndone(undone);
  });
}

/** Finding commits. */
export function historySearchRoutes(
  app: FastifyInstance,
  { history: { historySearch } }: HttpServices,
): void {
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
}

/** Commits that are kept, and what people write on them. */
export function pinRoutes(app: FastifyInstance, { history: { pins, notes } }: HttpServices): void {
  localRoute(app, 'PUT libraries/:library_id/commits/:commit_id/note/', async (request) => {
    const note = bodyOf(request).required('note');
    notes.write(callerOf(request), libraryIdOf(request), commitIdOf(request), note);
    return { success: true };
  });

  localRoute(app, 'DELETE libraries/:library_id/commits/:commit_id/note/', async (request) => {
    notes.remove(callerOf(request), libraryIdOf(request), commitIdOf(request));
    return { success: true };
  });

  localRoute(app, 'GET libraries/:library_id/pins/', async (request) => {
    return pins.list(callerOf(request), libraryIdOf(request)).map(presentPin);
  });

  localRoute(app, 'PUT libraries/:library_id/commits/:commit_id/pin/', async (request) => {
    const name = bodyOf(request).required('name');
    await pins.pin(callerOf(request), libraryIdOf(request), commitIdOf(request), name);
    return { success: true };
  });

  localRoute(app, 'DELETE libraries/:library_id/commits/:commit_id/pin/', async (request) => {
    pins.unpin(callerOf(request), libraryIdOf(request), commitIdOf(request));
    return { success: true };
  });
}
