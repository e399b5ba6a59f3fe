import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Dirent } from '../../core/objects/dir-object.ts';
import { parseCommitId, parsePage } from '../declared-fields.ts';
import type { ErrorOverrides } from '../error-wording.ts';
import { oldChanges, oldCommit, oldFileVersion } from '../present/commits.ts';
import { requiredPath } from '../present/item-requests.ts';
import { downloadUrl } from '../present/values.ts';
import { callerOf, fieldsOf, LIBRARY, libraryIdOf, queryOf } from '../request-context.ts';
import { originOf } from '../request-guards.ts';
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

/** This listing has no pages on the wire; real servers stop here as well. */
const MOST_VERSIONS = 1000;

const HISTORY_ERRORS: ErrorOverrides = {
  'library-not-found': 'Library not found.',
  'argument-missing': 'Path is missing.',
  'path-invalid': 'Path is invalid.',
};

const REVISION_ERRORS: ErrorOverrides = {
  ...HISTORY_ERRORS,
  'commit-not-found': 'Revision not found.',
  'file-not-found': 'Revision not found.',
};

const REVERT_ERRORS: ErrorOverrides = {
  'argument-missing': 'path invalid.',
  'path-invalid': 'path invalid.',
  'library-not-found': { status: 404, text: ({ value }) => `library ${value} not found.` },
  'file-not-found': { status: 404, text: ({ value }) => `file ${value} not found.` },
  'folder-not-found': { status: 404, text: ({ value }) => `folder ${value} not found.` },
};

/** History and versions as older clients ask for them. */
export function historyRoutes(
  app: FastifyInstance,
  {
    history: { history },
    libraries: { libraries },
    files: { libraryItems, downloads },
    restores: { restores, versions },
    access: { people },
  }: HttpServices,
): void {
  // History as older clients ask for it.
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

  // Versions of files, and bringing files and folders back.
  app.get(`/repos/${LIBRARY}/file/history/`, { config: { errors: HISTORY_ERRORS } }, async (request) => {
    const libraryId = libraryIdOf(request);
    const place = { libraryId, path: requiredPath(queryOf(request), 'p') };
    const page = await versions.ofFile(callerOf(request), place, { skip: 0, limit: MOST_VERSIONS });
    return { commits: page.versions.map((version) => oldFileVersion(libraryId, version, people)) };
  });

  app.get(`/repos/${LIBRARY}/file/revision/`, { config: { errors: REVISION_ERRORS } }, async (request) => {
    const caller = callerOf(request);
    const path = requiredPath(queryOf(request), 'p');
    const commitId = parseCommitId(queryOf(request).text('commit_id'), 'commit_id');
    const { view, item } = await libraryItems.findFile(
      caller,
      { libraryId: libraryIdOf(request), path },
      commitId,
    );
    return downloadUrl(originOf(request), downloads.issue(view.library, path, item, { caller }));
  });

  const revert = async (request: FastifyRequest, kind: Dirent['kind']) => {
    const path = requiredPath(fieldsOf(request), 'p');
    const commitId = parseCommitId(fieldsOf(request).text('commit_id'), 'commit_id');
    await restores.revert(callerOf(request), { libraryId: libraryIdOf(request), path, kind }, commitId);
    return { success: true };
  };

  app.put(`/repos/${LIBRARY}/file/revert/`, { config: { errors: REVERT_ERRORS } }, (request) =>
    revert(request, 'file'),
  );

  app.put(`/repos/${LIBRARY}/dir/revert/`, { config: { errors: REVERT_ERRORS } }, (request) =>
    revert(request, 'dir'),
  );
}
