import type { FastifyInstance } from 'fastify';
import type { ErrorOverrides } from '../error-wording.ts';
import { oldChanges } from '../present/old-changes.ts';
import { oldCommit } from '../present/old-commits.ts';
import { parseCommitId, parsePage } from '../present/parse-fields.ts';
import { callerOf, LIBRARY, libraryIdOf, queryOf } from '../request-context.ts';
import type { HttpServices } from '../services.ts';

/** The listing has no pages on the wire; whole folders count once. */
const ALL = { after: -1, limit: Number.MAX_SAFE_INTEGER };

const INVALID_ARGUMENT = { status: 400, text: 'Invalid argument', body: { err: 'Invalid argument' } };

const CHANGES_ERRORS: ErrorOverrides = {
  'library-not-found': {
    status: 400,
    text: 'Library does not exist',
    body: { err: 'Library does not exist' },
  },
  'argument-invalid': INVALID_ARGUMENT,
  'commit-not-found': INVALID_ARGUMENT,
};

/** History as older clients ask for it. */
export function oldHistoryRoutes(app: FastifyInstance, { history, libraries }: HttpServices): void {
  app.get(`/repos/${LIBRARY}/history/`, async (request) => {
    const libraryId = libraryIdOf(request);
    const page = parsePage(queryOf(request));
    const { commits, more } = history.page(callerOf(request), libraryId, page);
    return { commits: commits.map((commit) => oldCommit(libraryId, commit)), page_next: more };
  });

  app.get(`/repo_history_changes/${LIBRARY}/`, { config: { errors: CHANGES_ERRORS } }, async (request) => {
    const { library } = libraries.find(callerOf(request), libraryIdOf(request));
    const commitId = parseCommitId(queryOf(request).text('commit_id'), 'commit_id');
    return oldChanges(await history.changes(callerOf(request), library.id, commitId, ALL));
  });
}
