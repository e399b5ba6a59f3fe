import type { CallSpecs } from '../../../src-shared/contract/call-spec.ts';
import {
  commitField,
  integer,
  libraryField,
  paging,
  path,
  REQUIRED,
  requiredWhen,
  text,
  word,
} from '../../../src-shared/contract/field-spec.ts';
import { either, list, object, oneOf, SUCCESS, shapeOf } from '../../../src-shared/contract/shape.ts';
import { OLD_COMMIT, OLD_FILE_VERSION } from './shapes/history.ts';
import { CHANGED_OR_LISTING, FILE_DETAIL, OLD_ITEM_ROW, PLACE } from './shapes/items.ts';

/** Files and folders on `/api2`. */
export const API2_ITEMS_CALLS = {
  'GET /api2/repos/:library_id/dir/': {
    summary: 'What is in a folder. Headers `oid` and `dir_perm` name it and the permission.',
    query: {
      recursive: word(['0', '1'], 'Whether everything below is listed, a million entries at most.', {
        fallback: '0',
      }),
      t: word(['f', 'd'], 'Only files or only folders.'),
      p: path('The folder.', { fallback: '/' }),
      oid: text('The listing that the client has: the answer is `uptodate` where it still is that.'),
    },
    answer: either(list(OLD_ITEM_ROW), oneOf('uptodate')),
    refuses: ['folder-not-found'],
  },
  'POST /api2/repos/:library_id/dir/': {
    summary: 'Makes or renames a folder.',
    query: { p: path('The folder.', REQUIRED) },
    body: {
      operation: text('`mkdir` or `rename`.', REQUIRED),
      create_parents: text('`true` or `1`: missing folders above it are made too.'),
      reloaddir: text('`true`: the answer is what the folder holds then.'),
      newname: text('', requiredWhen('`operation` is `rename`')),
    },
    mixed: true,
    answer: CHANGED_OR_LISTING,
    statuses: [200, 201],
    refuses: ['folder-not-found', 'name-invalid', 'name-taken', 'path-invalid'],
  },
  'DELETE /api2/repos/:library_id/dir/': {
    summary: 'Deletes a folder.',
    query: { p: path('The folder.', REQUIRED) },
    mixed: true,
    answer: shapeOf('string'),
    refuses: ['folder-not-found', 'path-invalid'],
  },
  'GET /api2/repos/:library_id/file/': {
    summary: 'An address to download a file from, or the blocks it is made of. Header `oid` names the file.',
    query: {
      p: path('The file.', REQUIRED),
      op: word(
        ['download', 'downloadblks', 'sharelink'],
        'What the answer is: an address, the blocks of the file, or a share link.',
        { fallback: 'download' },
      ),
      reuse: word(['0', '1'], 'Whether the address can be used more than once.', { fallback: '0' }),
    },
    answer: either(
      object({
        file_id: 'string',
        blklist: list('anything'),
        encrypted: 'boolean',
        enc_version: 'integer',
      }),
      'string',
    ),
    refuses: ['file-not-found'],
  },
  'GET /api2/repos/:library_id/file/detail/': {
    summary: 'Facts about a file.',
    query: { p: path('The file.', REQUIRED), commit_id: commitField('Absent: as it is now.') },
    answer: FILE_DETAIL,
    refuses: ['file-not-found'],
  },
  'DELETE /api2/repos/:library_id/file/': {
    summary: 'Deletes a file, or a folder with all it holds; one that is not there is no error.',
    query: { p: path('The file or folder.', REQUIRED) },
    body: { reloaddir: text('`true`: the answer is what the folder around it holds then.') },
    mixed: true,
    answer: CHANGED_OR_LISTING,
    refuses: ['path-invalid'],
  },
  'POST /api2/repos/:library_id/file/': {
    summary: 'Makes a file; renames, moves or copies a file or a folder.',
    query: { p: path('The file or folder.', REQUIRED) },
    body: {
      operation: text('`create`, `rename`, `move` or `copy`.', REQUIRED),
      reloaddir: text('`true`: the answer is what the folder holds then.'),
      newname: text('', requiredWhen('`operation` is `rename`')),
      dst_repo: libraryField('Where to.', requiredWhen('`operation` is `move` or `copy`')),
      dst_dir: path('The folder there.', requiredWhen('`operation` is `move` or `copy`')),
    },
    mixed: true,
    answer: either(CHANGED_OR_LISTING, PLACE),
    statuses: [200, 201, 301],
    refuses: ['file-not-found', 'folder-not-found', 'name-invalid', 'name-taken'],
  },
  'POST /api2/repos/:library_id/fileops/copy/': {
    summary: 'Copies several items of a folder.',
    query: { p: path('The folder that holds the items.', { fallback: '/' }) },
    body: {
      file_names: text('Names of the items, separated by colons.', REQUIRED),
      dst_repo: libraryField('Where to.', REQUIRED),
      dst_dir: path('The folder there.', REQUIRED),
      reloaddir: text('`true`: the answer is what the folder holds then.'),
    },
    mixed: true,
    answer: either(list(PLACE), list(OLD_ITEM_ROW)),
    refuses: ['item-not-found'],
  },
  'POST /api2/repos/:library_id/fileops/move/': {
    summary: 'Moves several items of a folder.',
    query: { p: path('The folder that holds the items.', { fallback: '/' }) },
    body: {
      file_names: text('Names of the items, separated by colons.', REQUIRED),
      dst_repo: libraryField('Where to.', REQUIRED),
      dst_dir: path('The folder there.', REQUIRED),
      reloaddir: text('`true`: the answer is what the folder holds then.'),
    },
    mixed: true,
    answer: either(list(PLACE), list(OLD_ITEM_ROW)),
  },
  'POST /api2/repos/:library_id/fileops/delete/': {
    summary: 'Deletes several items of a folder.',
    query: { p: path('The folder that holds the items.', { fallback: '/' }) },
    body: {
      file_names: text('Names of the items, separated by colons.', REQUIRED),
      reloaddir: text('`true`: the answer is what the folder holds then.'),
    },
    mixed: true,
    answer: CHANGED_OR_LISTING,
    refuses: ['name-invalid'],
  },
  'GET /api2/repos/:library_id/thumbnail/': {
    summary: 'A small picture of a picture: of PNG and JPEG files up to 20 MiB and 24 million pixels.',
    query: {
      p: path('The file.', REQUIRED),
      size: integer('Pixels of the longer side.', { fallback: 48, least: 1, cap: 1024 }),
    },
    answer: null,
    media: ['image/png'],
    refuses: ['file-not-found', 'file-too-large', 'library-locked'],
  },
  'GET /api2/repos/:library_id/file/history/': {
    summary: 'Versions of a file.',
    query: { p: path('The file.', REQUIRED) },
    answer: object({
      commits: list(OLD_FILE_VERSION),
    }),
  },
  'GET /api2/repos/:library_id/file/revision/': {
    summary: 'An address to download a version of a file from.',
    query: { p: path('The file.', REQUIRED), commit_id: commitField('', REQUIRED) },
    answer: shapeOf('string'),
    refuses: ['commit-not-found', 'file-not-found'],
  },
  'PUT /api2/repos/:library_id/file/revert/': {
    summary: 'Brings a version of a file back.',
    query: { p: path('The file.', REQUIRED) },
    body: { commit_id: commitField('', REQUIRED) },
    mixed: true,
    answer: SUCCESS,
    refuses: ['file-not-found'],
  },
  'PUT /api2/repos/:library_id/dir/revert/': {
    summary: 'Brings a folder back as it was.',
    query: { p: path('The folder.', REQUIRED) },
    body: { commit_id: commitField('', REQUIRED) },
    mixed: true,
    answer: SUCCESS,
    refuses: ['folder-not-found'],
  },
  'GET /api2/repos/:library_id/history/': {
    summary: 'Commits of a library, newest first.',
    query: { ...paging(25) },
    answer: object({
      commits: list(OLD_COMMIT),
      page_next: 'boolean',
    }),
  },
  'GET /api2/repos/:library_id/upload-link/': {
    summary: 'An address to upload files to.',
    query: {
      p: path('The folder.', { fallback: '/' }),
      from: word(['api', 'web'], '`web`: for a page, which wants JSON back.', { fallback: 'api' }),
      replace: word(['0', '1'], 'Whether files of the same name are replaced.', { fallback: '0' }),
    },
    answer: shapeOf('string'),
    refuses: ['folder-not-found', 'library-read-only', 'path-invalid', 'quota-exceeded'],
  },
  'GET /api2/repos/:library_id/update-link/': {
    summary: 'An address to upload new versions of files to.',
    query: {
      p: path('The folder.', { fallback: '/' }),
      from: word(['api', 'web'], '`web`: for a page, which wants JSON back.', { fallback: 'api' }),
    },
    answer: shapeOf('string'),
    refuses: ['folder-not-found', 'library-read-only', 'path-invalid', 'quota-exceeded'],
  },
} as const satisfies CallSpecs;
