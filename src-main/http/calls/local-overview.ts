import type { CallSpecs } from '../../../src-shared/contract/call-spec.ts';
import { commitField, cursor, path, REQUIRED, word } from '../../../src-shared/contract/field-spec.ts';
import {
  CONFLICTS,
  RECENT_CHANGES,
  RESOLVED_CONFLICT,
  RESTORED_VERSION,
  STORAGE,
  VERSIONS_PAGE,
} from './shapes/overview.ts';

/** What concerns all libraries at once, and the versions of files, on `/api/local/v1`. */
export const LOCAL_OVERVIEW_CALLS = {
  'GET /api/local/v1/recent-changes/': {
    summary: 'The last commits of all libraries that the caller reaches, newest first.',
    answer: RECENT_CHANGES,
  },
  'GET /api/local/v1/storage/': {
    summary: 'How much room the disk has that everything is kept on.',
    answer: STORAGE,
  },
  'GET /api/local/v1/conflicts/': {
    summary: 'Files that were kept beside others because both sides changed at once; 200 at most.',
    answer: CONFLICTS,
  },
  'POST /api/local/v1/libraries/:library_id/conflicts/resolve/': {
    summary: 'Settles a conflict.',
    body: {
      path: path('The copy that was kept beside the file.', REQUIRED),
      keep: word(['original', 'copy', 'both'], 'Which content gets the name.', REQUIRED),
    },
    answer: RESOLVED_CONFLICT,
    refuses: ['item-not-found'],
  },
  'GET /api/local/v1/libraries/:library_id/versions/': {
    summary: 'All that a file has been, newest first, under the names it had.',
    query: {
      path: path('The file.', REQUIRED),
      commit: commitField('A moment at which the path is looked up; absent: now.'),
      cursor: cursor(),
    },
    answer: VERSIONS_PAGE,
    refuses: ['file-not-found', 'item-not-found'],
  },
  'POST /api/local/v1/libraries/:library_id/versions/restore/': {
    summary: 'Gives a file the contents that it had, as a new commit.',
    body: {
      path: path('The file.', REQUIRED),
      version_path: path('Its name then; absent: the same.'),
      commit_id: commitField('The moment.', REQUIRED),
    },
    answer: RESTORED_VERSION,
    refuses: ['file-not-found', 'name-taken'],
  },
} as const satisfies CallSpecs;
