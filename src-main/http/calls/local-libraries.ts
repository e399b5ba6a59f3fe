import type { CallSpecs } from '../../../src-shared/contract/call-spec.ts';
import {
  commitField,
  cursor,
  flag,
  integer,
  path,
  REQUIRED,
  requiredWhen,
  SECRET,
  text,
  word,
} from '../../../src-shared/contract/field-spec.ts';
import { either, SUCCESS } from '../../../src-shared/contract/shape.ts';
import {
  ADMIN_LIBRARIES_PAGE,
  DELETED_LIBRARIES_PAGE,
  DOWNLOAD_LINK,
  ENTRIES_PAGE,
  HISTORY_PAGE,
  LIBRARIES,
  LOCAL_COMMIT_DETAIL,
  LOCAL_LIBRARY,
  LOCAL_TRASH_PAGE,
  REMOVED,
  RESTORE,
} from './shapes/local.ts';
import { JOB } from './shapes/local-admin-work.ts';

/** Libraries on `/api/local/v1`. */
export const LOCAL_LIBRARIES_CALLS = {
  'GET /api/local/v1/libraries/': {
    summary: 'Libraries that the caller reaches, the default one first.',
    answer: LIBRARIES,
  },
  'POST /api/local/v1/libraries/': {
    summary: 'Makes a library, encrypted where a password is given.',
    body: {
      password: text('Makes an encrypted library.', SECRET),
      name: text('', REQUIRED),
      description: text('', { fallback: '' }),
    },
    answer: LOCAL_LIBRARY,
    refuses: ['name-invalid'],
  },
  'GET /api/local/v1/libraries/:library_id/': { summary: 'A library.', answer: LOCAL_LIBRARY },
  'PATCH /api/local/v1/libraries/:library_id/': {
    summary: 'Changes a library: only what is given.',
    body: { name: text(), description: text(), keep_days: integer('Days of history; −1 keeps everything.') },
    answer: LOCAL_LIBRARY,
    refuses: ['name-invalid'],
  },
  'DELETE /api/local/v1/libraries/:library_id/': {
    summary: 'Deletes a library; it can be restored from the deleted libraries.',
    answer: SUCCESS,
  },
  'GET /api/local/v1/libraries/:library_id/entries/': {
    summary: 'What is in a folder, now or at a commit, by pages.',
    query: {
      cursor: cursor(),
      path: path('The folder.', { fallback: '/' }),
      commit: commitField('Absent: as it is now.'),
      sort: word(['name', 'size', 'mtime'], '', { fallback: 'name' }),
      order: text('`desc`: backwards.'),
    },
    answer: ENTRIES_PAGE,
    refuses: ['cursor-invalid', 'folder-not-found', 'path-invalid'],
  },
  'DELETE /api/local/v1/libraries/:library_id/entries/': {
    summary: 'Deletes an item.',
    query: { path: path('The item.', REQUIRED) },
    answer: REMOVED,
  },
  'POST /api/local/v1/libraries/:library_id/download-link/': {
    summary: 'An address to download a file from.',
    body: { path: path('The item.', REQUIRED), commit_id: commitField('Absent: as it is now.') },
    answer: DOWNLOAD_LINK,
    refuses: ['file-not-found', 'item-not-found', 'library-locked'],
  },
  'GET /api/local/v1/libraries/:library_id/history/': {
    summary: 'Commits, newest first, by pages.',
    query: { cursor: cursor(), path: path('The folder.', { fallback: '/' }) },
    answer: HISTORY_PAGE,
  },
  'GET /api/local/v1/libraries/:library_id/commits/:commit_id/': {
    summary: 'A commit and what it changed, by pages.',
    query: { cursor: cursor() },
    answer: LOCAL_COMMIT_DETAIL,
    refuses: ['commit-not-found', 'cursor-invalid'],
  },
  'GET /api/local/v1/libraries/:library_id/trash/': {
    summary: 'What was deleted, newest first, by pages.',
    query: {
      path: path('Only what was below this folder.', { fallback: '/' }),
      cursor: cursor(),
    },
    answer: LOCAL_TRASH_PAGE,
    refuses: ['path-invalid'],
  },
  'DELETE /api/local/v1/libraries/:library_id/trash/': {
    summary: 'Empties the trash; history keeps the contents.',
    answer: SUCCESS,
  },
  'POST /api/local/v1/libraries/:library_id/restore/': {
    summary: 'Brings an item back from a commit, in place or to a folder of the server’s disk.',
    passwordAgain: { for: 'host-disk', whenSent: 'to' },
    body: {
      path: path('The item.', requiredWhen('there are no `paths`')),
      paths: path('Several items, each under its name; to a folder alone.', { isList: true }),
      commit_id: commitField('', REQUIRED),
      to: text(
        'A new or empty folder of the server’s disk; for administrators. Absent: in place.',
        requiredWhen('there are `paths`'),
      ),
      dry_run: flag(false, 'Only say where it would come back; not together with `to` or `paths`.'),
    },
    answer: RESTORE,
    refuses: ['commit-not-found'],
  },
  'POST /api/local/v1/libraries/:library_id/export/': {
    summary:
      'Writes a whole library to a folder of the server’s disk; with its history as a git repository, in a job.',
    passwordAgain: { for: 'host-disk' },
    body: {
      to: text('A new or empty folder of the server’s disk.', REQUIRED),
      commit_id: commitField('Absent: as it is now.'),
      with_history: flag(false, 'Every version that is kept; not together with `commit_id`.'),
    },
    answer: either(RESTORE, JOB),
    refuses: ['commit-not-found', 'git-missing', 'library-locked', 'path-invalid'],
  },
  'GET /api/local/v1/deleted-libraries/': {
    summary: 'The caller’s deleted libraries.',
    query: { cursor: cursor() },
    answer: DELETED_LIBRARIES_PAGE,
  },
  'GET /api/local/v1/admin/deleted-libraries/': {
    summary: 'All deleted libraries.',
    query: { cursor: cursor() },
    answer: DELETED_LIBRARIES_PAGE,
  },
  'POST /api/local/v1/deleted-libraries/:library_id/restore/': {
    summary: 'Restores a deleted library of the caller.',
    answer: LOCAL_LIBRARY,
    refuses: ['deleted-library-not-found'],
  },
  'POST /api/local/v1/admin/deleted-libraries/:library_id/restore/': {
    summary: 'Restores a deleted library.',
    answer: LOCAL_LIBRARY,
    refuses: ['deleted-library-not-found'],
  },
  'DELETE /api/local/v1/deleted-libraries/:library_id/': {
    summary: 'Deletes a deleted library of the caller for good.',
    answer: SUCCESS,
    refuses: ['deleted-library-not-found'],
  },
  'DELETE /api/local/v1/admin/deleted-libraries/:library_id/': {
    summary: 'Deletes a deleted library for good.',
    answer: SUCCESS,
  },
  'GET /api/local/v1/admin/libraries/': {
    summary: 'All libraries, by pages.',
    query: {
      cursor: cursor(),
      search: text('Only libraries with this in their name.', { fallback: '' }),
      owner: text('Only libraries of this owner.'),
      sort: word(['name', 'size', 'file_count', 'mtime'], '', { fallback: 'name' }),
      order: text('`desc`: backwards.'),
    },
    answer: ADMIN_LIBRARIES_PAGE,
  },
} as const satisfies CallSpecs;
