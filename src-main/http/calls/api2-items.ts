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

const OF_FILE = { p: path('The file.', REQUIRED) };
const OF_FOLDER = { p: path('The folder.', REQUIRED) };
const OF_FILE_OR_FOLDER = { p: path('The file or folder.', REQUIRED) };
const OF_ITEMS = { p: path('The folder that holds the items.', { fallback: '/' }) };

const ITEMS = { file_names: text('Names of the items, separated by colons.', REQUIRED) };
const RELOADED = { reloaddir: text('`true`: the answer is what the folder holds then.') };

const BROUGHT = {
  query: OF_ITEMS,
  body: {
    ...ITEMS,
    dst_repo: libraryField('Where to.', REQUIRED),
    dst_dir: path('The folder there.', REQUIRED),
    ...RELOADED,
  },
  mixed: true,
  answer: either(list(PLACE), list(OLD_ITEM_ROW)),
} as const;

const LINK_OF = {
  p: path('The folder.', { fallback: '/' }),
  from: word(['api', 'web'], '`web`: for a page, which wants JSON back.', { fallback: 'api' }),
};
const LINK_REFUSALS = ['folder-not-found', 'library-read-only', 'path-invalid', 'quota-exceeded'] as const;

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
    query: OF_FOLDER,
    body: {
      operation: text('`mkdir` or `rename`.', REQUIRED),
      create_parents: text('`true` or `1`: missing folders above it are made too.'),
      ...RELOADED,
      newname: text('', requiredWhen('`operation` is `rename`')),
    },
    mixed: true,
    answer: CHANGED_OR_LISTING,
    statuses: [200, 201],
    refuses: ['folder-not-found', 'name-invalid', 'name-taken', 'path-invalid'],
  },
  'DELETE /api2/repos/:library_id/dir/': {
    summary: 'Deletes a folder.',
    query: OF_FOLDER,
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
      object({ file_id: 'string', blklist: list('anything'), encrypted: 'boolean', enc_version: 'integer' }),
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
    query: OF_FILE_OR_FOLDER,
    body: { reloaddir: text('`true`: the answer is what the folder around it holds then.') },
    mixed: true,
    answer: CHANGED_OR_LISTING,
    refuses: ['path-invalid'],
  },
  'POST /api2/repos/:library_id/file/': {
    summary: 'Makes a file; renames, moves or copies a file or a folder.',
    query: OF_FILE_OR_FOLDER,
    body: {
      operation: text('`create`, `rename`, `move` or `copy`.', REQUIRED),
      ...RELOADED,
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
    ...BROUGHT,
    refuses: ['item-not-found'],
  },
  'POST /api2/repos/:library_id/fileops/move/': { summary: 'Moves several items of a folder.', ...BROUGHT },
  'POST /api2/repos/:library_id/fileops/delete/': {
    summary: 'Deletes several items of a folder.',
    query: OF_ITEMS,
    body: { ...ITEMS, ...RELOADED },
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
    query: OF_FILE,
    answer: object({ commits: list(OLD_FILE_VERSION) }),
    refuses: ['file-not-found'],
  },
  'GET /api2/repos/:library_id/file/revision/': {
    summary: 'An address to download a version of a file from.',
    query: { p: path('The file.', REQUIRED), commit_id: commitField('', REQUIRED) },
    answer: shapeOf('string'),
    refuses: ['commit-not-found', 'file-not-found'],
  },
  'PUT /api2/repos/:library_id/file/revert/': {
    summary: 'Brings a version of a file back.',
    query: OF_FILE,
    body: { commit_id: commitField('', REQUIRED) },
    mixed: true,
    answer: SUCCESS,
    refuses: ['file-not-found'],
  },
  'PUT /api2/repos/:library_id/dir/revert/': {
    summary: 'Brings a folder back as it was.',
    query: OF_FOLDER,
    body: { commit_id: commitField('', REQUIRED) },
    mixed: true,
    answer: SUCCESS,
    refuses: ['folder-not-found'],
  },
  'GET /api2/repos/:library_id/history/': {
    summary: 'Commits of a library, newest first.',
    query: { ...paging(25) },
    answer: object({ commits: list(OLD_COMMIT), page_next: 'boolean' }),
  },
  'GET /api2/repos/:library_id/upload-link/': {
    summary: 'An address to upload files to.',
    query: {
      ...LINK_OF,
      replace: word(['0', '1'], 'Whether files of the same name are replaced.', { fallback: '0' }),
    },
    answer: shapeOf('string'),
    refuses: LINK_REFUSALS,
  },
  'GET /api2/repos/:library_id/update-link/': {
    summary: 'An address to upload new versions of files to.',
    query: LINK_OF,
    answer: shapeOf('string'),
    refuses: LINK_REFUSALS,
  },
} as const satisfies CallSpecs;
