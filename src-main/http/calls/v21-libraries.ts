import type { CallSpecs } from '../../../src-shared/contract/call-spec.ts';
import {
  ANY_NAME,
  commitField,
  cursor,
  integer,
  libraryField,
  paging,
  path,
  REQUIRED,
  SECRET,
  text,
  texts,
} from '../../../src-shared/contract/field-spec.ts';
import { either, list, object, oneOf, SUCCESS } from '../../../src-shared/contract/shape.ts';
import { COMMIT_DETAIL, FILE_VERSION, HISTORY_PAGE } from './shapes/history.ts';
import { COMMIT_FOLDER, NUMBERED_TRASH_PAGE, TRASH_PAGE } from './shapes/items.ts';
import { DELETED_LIBRARY, LIBRARY, LIBRARY_ROW } from './shapes/libraries.ts';

const REVERTED = object({
  success: list(object({ path: 'string', is_dir: 'boolean' })),
  failed: list(object({ path: 'string', error_msg: 'string' })),
});

const DELETIONS = {
  show_days: integer('Only what was deleted in the last days; 0: everything.', {
    fallback: 0,
    least: 0,
    otherwise: 'What is no number counts as absent.',
  }),
  path: path('Only what was below this folder.', { fallback: '/' }),
  scan_stat: cursor(),
};

/** Libraries on `/api/v2.1`. */
export const V21_LIBRARIES_CALLS = {
  'GET /api/v2.1/repos/': {
    summary: 'Libraries that the caller reaches.',
    query: { type: texts('Ways to reach a library: `mine`, `shared`, `group`, `public`. Absent: all.') },
    answer: object({ repos: list(LIBRARY_ROW) }),
  },
  'GET /api/v2.1/repos/:library_id/': { summary: 'Facts about a library.', answer: LIBRARY },
  'DELETE /api/v2.1/repos/:library_id/': {
    summary: 'Deletes a library; one that is not there is no error.',
    answer: either(oneOf('success'), SUCCESS),
  },
  'GET /api/v2.1/deleted-repos/': {
    summary: 'The caller’s deleted libraries.',
    answer: list(DELETED_LIBRARY),
  },
  'POST /api/v2.1/deleted-repos/': {
    summary: 'Restores a deleted library.',
    body: { repo_id: libraryField('The deleted library.', REQUIRED) },
    answer: SUCCESS,
    refuses: ['deleted-library-not-found'],
  },
  'DELETE /api/v2.1/deleted-repos/': {
    summary: 'Deletes all deleted libraries of the caller for good.',
    answer: SUCCESS,
  },
  'DELETE /api/v2.1/deleted-repos/:library_id/': {
    summary: 'Deletes a deleted library for good.',
    answer: SUCCESS,
    refuses: ['deleted-library-not-found'],
  },
  'GET /api/v2.1/repos/:library_id/history/': {
    summary: 'Commits of a library, newest first.',
    query: { ...paging(100) },
    answer: HISTORY_PAGE,
  },
  'GET /api/v2.1/repos/:library_id/trash/': {
    summary: 'What was deleted in a library, newest first.',
    query: DELETIONS,
    answer: TRASH_PAGE,
    refuses: ['cursor-invalid', 'folder-not-found', 'path-invalid'],
  },
  'POST /api/v2.1/repos/:library_id/trash/': {
    summary: 'The same, for clients that put the question into a body.',
    body: DELETIONS,
    mixed: true,
    answer: TRASH_PAGE,
  },
  'DELETE /api/v2.1/repos/:library_id/trash/': {
    summary: 'Empties the trash of a library.',
    body: { keep_days: integer('Cuts history to this many days as well.', { least: 0 }) },
    mixed: true,
    answer: SUCCESS,
  },
  'GET /api/v2.1/repos/:library_id/commits/:commit_id/': {
    summary: 'A commit and what it changed.',
    answer: COMMIT_DETAIL,
    refuses: ['commit-not-found'],
  },
  'GET /api/v2.1/repos/:library_id/file/history/': {
    summary: 'Versions of a file, from a commit backwards.',
    query: {
      path: path('The file.', REQUIRED),
      limit: integer('', { fallback: 50, least: 1, cap: 1000 }),
      commit_id: commitField('Absent: as it is now.'),
    },
    answer: object({ data: list(FILE_VERSION), next_start_commit: either('string', oneOf(false)) }),
    refuses: ['file-not-found'],
  },
  'GET /api/v2.1/repos/:library_id/file/new_history/': {
    summary: 'Versions of a file, by pages.',
    query: { path: path('The file.', REQUIRED), ...paging(25) },
    answer: object({ data: list(FILE_VERSION), page: 'integer', total_count: 'integer' }),
    refuses: ['file-not-found'],
  },
  'GET /api/v2.1/repos/:library_id/trash2/': {
    summary: 'What was deleted in a library, newest first, by pages: the newest 100,000 deletions.',
    query: { ...paging(100) },
    answer: NUMBERED_TRASH_PAGE,
  },
  'POST /api/v2.1/repos/:library_id/trash2/revert/': {
    summary: 'Brings items back from several commits.',
    body: {
      [ANY_NAME]: texts('Called by the id of a commit: the items to bring back from it.', { format: 'path' }),
    },
    answer: REVERTED,
    refuses: ['argument-missing', 'path-invalid'],
  },
  'POST /api/v2.1/repos/:library_id/trash/revert-dirents/': {
    summary: 'Brings several items back from a commit.',
    body: {
      path: texts('The items.', { ...REQUIRED, format: 'path' }),
      commit_id: commitField('', REQUIRED),
    },
    mixed: true,
    answer: REVERTED,
    refuses: ['commit-not-found'],
  },
  'POST /api/v2.1/repos/:library_id/commits/:commit_id/revert/': {
    summary: 'Brings the whole library back to a commit, as a new commit.',
    answer: SUCCESS,
    refuses: ['commit-not-found', 'library-locked'],
  },
  'GET /api/v2.1/repos/:library_id/commits/:commit_id/dir/': {
    summary: 'What was in a folder at a commit.',
    query: { path: path('The folder.', { fallback: '/' }) },
    answer: COMMIT_FOLDER,
    refuses: ['commit-not-found', 'folder-not-found'],
  },
  'POST /api/v2.1/repos/:library_id/set-password/': {
    summary: 'Opens an encrypted library for an hour.',
    body: { password: text('', { ...SECRET, ...REQUIRED }) },
    answer: SUCCESS,
    refuses: ['library-not-encrypted', 'password-wrong'],
  },
  'PUT /api/v2.1/repos/:library_id/set-password/': {
    summary: 'Changes the password of an encrypted library.',
    body: {
      old_password: text('', { ...SECRET, ...REQUIRED }),
      new_password: text('', { ...SECRET, ...REQUIRED }),
    },
    answer: SUCCESS,
    refuses: ['library-not-encrypted', 'password-wrong'],
  },
} as const satisfies CallSpecs;
