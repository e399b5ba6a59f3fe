import type { CallSpecs } from '../../../src-shared/contract/call-spec.ts';
import {
  commitField,
  flag,
  integer,
  libraryField,
  path,
  REQUIRED,
  requiredWhen,
  text,
  texts,
  word,
} from '../../../src-shared/contract/field-spec.ts';
import { either, list, object, SUCCESS } from '../../../src-shared/contract/shape.ts';
import { FILE, FOLDER, FOLDER_DETAIL, ITEM_ROW, ZIP_TOKEN } from './shapes/items.ts';

const PLACES = {
  src_repo_id: libraryField('', REQUIRED),
  src_parent_dir: path('', REQUIRED),
  dst_repo_id: libraryField('', REQUIRED),
  dst_parent_dir: path('', REQUIRED),
};

const SEVERAL_ITEMS = { ...PLACES, src_dirents: texts('Names of the items.', REQUIRED) };

const TASK = object({ task_id: 'string' });

const MOVE_REFUSALS = [
  'folder-not-found',
  'item-not-found',
  'library-locked',
  'name-taken',
  'not-a-folder',
] as const;

const OF_FILE = { p: path('The file.', REQUIRED) };
const OF_FOLDER = { p: path('The folder.', REQUIRED) };
const OF_FILE_OR_FOLDER = { p: path('The file or folder.', REQUIRED) };

const PACKED = {
  parent_dir: path('The folder.', REQUIRED),
  dirents: texts('Names of the items; `/` is the whole library.', REQUIRED),
};
const REMOVED = object({ success: 'boolean', commit_id: 'string' });

const AT_ONCE = { body: SEVERAL_ITEMS, mixed: true, answer: SUCCESS, refuses: MOVE_REFUSALS } as const;
const AS_TASK = { ...AT_ONCE, answer: TASK } as const;

const SMART_LINK = object({ smart_link: 'string', smart_link_token: 'string', name: 'string' });

/** Files and folders on `/api/v2.1`. */
export const V21_ITEMS_CALLS = {
  'GET /api/v2.1/repos/:library_id/dir/': {
    summary: 'What is in a folder.',
    query: {
      recursive: word(['0', '1'], 'Whether everything below is listed, a million entries at most.', {
        fallback: '0',
      }),
      t: word(['f', 'd'], 'Only files or only folders.'),
      p: path('The folder.', { fallback: '/' }),
      with_thumbnail: flag(false),
      with_parents: flag(false, 'Whether the folders above are listed as well.'),
      thumbnail_size: integer('Pixels.'),
    },
    answer: object({ 'user_perm?': 'string', 'dir_id?': 'string', dirent_list: list(ITEM_ROW) }),
    refuses: ['folder-not-found'],
  },
  'GET /api/v2.1/repos/:library_id/dir/detail/': {
    summary: 'Facts about a folder.',
    query: { path: path('The folder.', REQUIRED) },
    answer: FOLDER_DETAIL,
    refuses: ['folder-not-found', 'path-invalid'],
  },
  'POST /api/v2.1/repos/:library_id/dir/': {
    summary: 'Makes, renames or brings back a folder.',
    query: OF_FOLDER,
    body: {
      operation: text('`mkdir`, `rename` or `revert`.', REQUIRED),
      newname: text('', requiredWhen('`operation` is `rename`')),
      commit_id: commitField('The version to bring back.', requiredWhen('`operation` is `revert`')),
    },
    mixed: true,
    answer: either(FOLDER, SUCCESS),
    refuses: ['folder-not-found', 'name-invalid', 'path-invalid'],
  },
  'DELETE /api/v2.1/repos/:library_id/dir/': {
    summary: 'Deletes a folder.',
    query: OF_FOLDER,
    mixed: true,
    answer: REMOVED,
    refuses: ['folder-not-found', 'path-invalid'],
  },
  'GET /api/v2.1/repos/:library_id/file/': {
    summary: 'Facts about a file.',
    query: OF_FILE,
    answer: FILE,
    refuses: ['file-not-found'],
  },
  'DELETE /api/v2.1/repos/:library_id/file/': {
    summary: 'Deletes a file, or a folder with all it holds; one that is not there is no error.',
    query: OF_FILE_OR_FOLDER,
    mixed: true,
    answer: object({ success: 'boolean', 'commit_id?': 'string' }),
    refuses: ['path-invalid'],
  },
  'POST /api/v2.1/repos/:library_id/file/': {
    summary: 'Makes or brings back a file; renames, moves or copies a file or a folder.',
    query: OF_FILE_OR_FOLDER,
    body: {
      operation: text('`create`, `rename`, `move`, `copy` or `revert`.', REQUIRED),
      newname: text('', requiredWhen('`operation` is `rename`')),
      dst_repo: libraryField('Where to.', requiredWhen('`operation` is `move` or `copy`')),
      dst_dir: path('The folder there.', requiredWhen('`operation` is `move` or `copy`')),
      commit_id: commitField('The version to bring back.', requiredWhen('`operation` is `revert`')),
    },
    mixed: true,
    answer: either(FILE, FOLDER, SUCCESS),
    refuses: ['file-not-found', 'folder-not-found', 'name-invalid', 'name-taken'],
  },
  'GET /api/v2.1/smart-link/': {
    summary: 'An address that leads to an item for whoever reaches it, also when it was moved.',
    query: {
      repo_id: libraryField('The library.', REQUIRED),
      path: path('The item.', REQUIRED),
      is_dir: word(['true', 'false'], 'Whether it is a folder.', { ...REQUIRED, anyCase: true }),
    },
    answer: SMART_LINK,
    refuses: ['library-not-found', 'permission-denied', 'folder-not-found', 'file-not-found', 'path-invalid'],
  },
  'GET /api/v2.1/smart-links/:token/': {
    summary: 'What a smart link leads to.',
    answer: object({ repo_id: 'string', path: 'string', is_dir: 'boolean' }),
    refuses: ['link-not-found', 'library-not-found', 'permission-denied'],
  },
  'POST /api/v2.1/repos/sync-batch-copy-item/': { summary: 'Copies several items of a folder.', ...AT_ONCE },
  'POST /api/v2.1/repos/async-batch-copy-item/': {
    summary: 'Copies several items of a folder as a task.',
    ...AS_TASK,
  },
  'POST /api/v2.1/repos/sync-batch-move-item/': { summary: 'Moves several items of a folder.', ...AT_ONCE },
  'POST /api/v2.1/repos/async-batch-move-item/': {
    summary: 'Moves several items of a folder as a task.',
    ...AS_TASK,
  },
  'DELETE /api/v2.1/repos/batch-delete-item/': {
    summary: 'Deletes several items of a folder.',
    body: {
      repo_id: libraryField('The library.', REQUIRED),
      parent_dir: path('The folder.', REQUIRED),
      dirents: texts('Names of the items.', REQUIRED),
    },
    mixed: true,
    answer: REMOVED,
    refuses: ['folder-not-found', 'library-not-found', 'name-invalid', 'permission-denied'],
  },
  'POST /api/v2.1/copy-move-task/': {
    summary: 'Copies or moves one item, as a task where it takes long.',
    body: {
      ...PLACES,
      operation: word(['copy', 'move'], '', { ...REQUIRED, anyCase: true }),
      dirent_type: word(['file', 'dir'], '', { ...REQUIRED, anyCase: true }),
      src_dirent_name: texts('Name of the item.', REQUIRED),
    },
    mixed: true,
    answer: object({ 'task_id?': 'string' }),
    refuses: MOVE_REFUSALS,
  },
  'DELETE /api/v2.1/copy-move-task/': {
    summary: 'Stops a task.',
    query: { task_id: text('', REQUIRED) },
    mixed: true,
    answer: SUCCESS,
  },
  'GET /api/v2.1/query-copy-move-progress/': {
    summary: 'How far a task is.',
    query: { task_id: text('', REQUIRED) },
    answer: object({
      done: 'integer',
      total: 'integer',
      canceled: 'boolean',
      failed: 'boolean',
      failed_reason: 'string',
      successful: 'boolean',
    }),
    refuses: ['task-not-found'],
  },
  'POST /api/v2.1/repos/:library_id/zip-task/': {
    summary: 'A token to download several items with, as a zip archive.',
    body: PACKED,
    mixed: true,
    answer: ZIP_TOKEN,
    refuses: ['folder-not-found', 'path-invalid'],
  },
  'GET /api/v2.1/repos/:library_id/zip-task/': {
    summary: 'The same, for clients that put the question into the address.',
    query: PACKED,
    answer: ZIP_TOKEN,
  },
  'GET /api/v2.1/query-zip-progress/': {
    summary: 'How far an archive is: always done.',
    query: { token: text('The token of the archive.', REQUIRED) },
    answer: object({
      zipped: 'integer',
      total: 'integer',
      failed: 'integer',
      failed_reason: 'string',
      canceled: 'integer',
    }),
    refuses: ['link-not-found'],
  },
  'POST /api/v2.1/cancel-zip-task/': {
    summary: 'Gives up an archive.',
    body: { token: text('The token of the archive.', REQUIRED) },
    mixed: true,
    answer: SUCCESS,
  },
  'GET /api/v2.1/repos/:library_id/file-uploaded-bytes/': {
    summary: 'How much of a file that is uploaded in parts has come in.',
    query: { parent_dir: path('The folder.', REQUIRED), file_name: text('Name of the file.', REQUIRED) },
    answer: object({ uploadedBytes: 'integer' }),
    refuses: ['folder-not-found', 'name-invalid'],
  },
} as const satisfies CallSpecs;
