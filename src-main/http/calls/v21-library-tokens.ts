import type { CallSpecs } from '../../../src-shared/contract/call-spec.ts';
import {
  commitField,
  flag,
  integer,
  path,
  REQUIRED,
  requiredWhen,
  text,
  word,
} from '../../../src-shared/contract/field-spec.ts';
import { either, list, object, record, SUCCESS, shapeOf } from '../../../src-shared/contract/shape.ts';
import { FILE, FOLDER } from './shapes/items.ts';

const TOKEN = record('RepoApiToken', {
  repo_id: 'string',
  app_name: 'string',
  generated_by: 'string',
  permission: 'string',
  api_token: 'string',
});

const ROW = record('ViaTokenItemRow', {
  type: 'string',
  id: 'string',
  name: 'string',
  mtime: 'string',
  permission: 'string',
  parent_dir: 'string',
  starred: 'boolean',
  'size?': 'integer',
  'modifier_email?': 'string',
  'modifier_name?': 'string',
  'modifier_contact_email?': 'string',
});

const REMOVED = object({ success: 'boolean', 'commit_id?': 'string' });

const OF_FILE = { path: path('The file.', REQUIRED) };
const OF_FOLDER = { path: path('The folder.', REQUIRED) };

/** Only by a token of the library. */
const VIA = { access: 'library-token' } as const;
const REFUSALS = ['library-not-found', 'permission-denied'] as const;
const CHANGES = [
  ...REFUSALS,
  'library-read-only',
  'folder-not-found',
  'name-invalid',
  'path-invalid',
] as const;

const CHANGED = {
  newname: text('', requiredWhen('`operation` is `rename`')),
  commit_id: commitField('The version to bring back.', requiredWhen('`operation` is `revert`')),
};

/** Tokens that open one library, and what can be done with them. */
export const V21_LIBRARY_TOKENS_CALLS = {
  'GET /api/v2.1/repos/:library_id/repo-api-tokens/': {
    summary: 'Tokens that open this library alone; for who manages it.',
    answer: object({ repo_api_tokens: list(TOKEN) }),
  },
  'POST /api/v2.1/repos/:library_id/repo-api-tokens/': {
    summary: 'Makes a token that opens this library alone.',
    body: {
      app_name: text('What it is for; at most 255 bytes, and no token of the library has it.', REQUIRED),
      permission: word(['r', 'rw'], '`r`: it only reads.', { fallback: 'rw' }),
    },
    answer: TOKEN,
    refuses: ['name-taken'],
  },
  'PUT /api/v2.1/repos/:library_id/repo-api-tokens/:app_name/': {
    summary: 'Changes what a token may do.',
    body: { permission: word(['r', 'rw'], '`r`: it only reads.', REQUIRED) },
    answer: TOKEN,
    refuses: ['link-not-found'],
  },
  'DELETE /api/v2.1/repos/:library_id/repo-api-tokens/:app_name/': {
    summary: 'Ends a token, with all links that it has made.',
    answer: SUCCESS,
    refuses: ['link-not-found'],
  },
  'GET /api/v2.1/via-repo-token/repo-info/': {
    summary: 'Facts about the library.',
    ...VIA,
    answer: object({
      repo_id: 'string',
      repo_name: 'string',
      size: 'integer',
      file_count: 'integer',
      last_modified: 'string',
    }),
    refuses: REFUSALS,
  },
  'GET /api/v2.1/via-repo-token/dir/': {
    summary: 'What is in a folder.',
    ...VIA,
    query: {
      path: path('The folder.', { fallback: '/' }),
      recursive: word(['0', '1'], 'Whether everything below is listed, a million entries at most.', {
        fallback: '0',
      }),
      type: word(['f', 'd'], 'Only files or only folders.'),
      with_parents: flag(false, 'Whether the folders above are listed as well.'),
      with_thumbnail: flag(false),
      thumbnail_size: integer('Pixels.'),
    },
    answer: object({
      'user_perm?': 'string',
      'dir_id?': 'string',
      'repo_name?': 'string',
      dirent_list: list(ROW),
    }),
    refuses: [...REFUSALS, 'folder-not-found', 'path-invalid'],
  },
  'POST /api/v2.1/via-repo-token/dir/': {
    summary: 'Makes, renames or brings back a folder.',
    ...VIA,
    query: OF_FOLDER,
    body: { operation: text('`mkdir`, `rename` or `revert`.', REQUIRED), ...CHANGED },
    mixed: true,
    answer: either(FOLDER, SUCCESS),
    refuses: CHANGES,
  },
  'DELETE /api/v2.1/via-repo-token/dir/': {
    summary: 'Deletes a folder.',
    ...VIA,
    query: OF_FOLDER,
    mixed: true,
    answer: REMOVED,
    refuses: CHANGES,
  },
  'GET /api/v2.1/via-repo-token/file/': {
    summary: 'Facts about a file.',
    ...VIA,
    query: OF_FILE,
    mixed: true,
    answer: FILE,
    refuses: [...REFUSALS, 'file-not-found', 'path-invalid'],
  },
  'POST /api/v2.1/via-repo-token/file/': {
    summary: 'Makes, renames, moves, copies or brings back a file, inside the library.',
    ...VIA,
    query: OF_FILE,
    body: {
      operation: text('`create`, `rename`, `move`, `copy` or `revert`.', REQUIRED),
      dst_dir: path('The folder there.', requiredWhen('`operation` is `move` or `copy`')),
      ...CHANGED,
    },
    mixed: true,
    answer: either(FILE, SUCCESS),
    refuses: [...CHANGES, 'file-not-found', 'name-taken'],
  },
  'DELETE /api/v2.1/via-repo-token/file/': {
    summary: 'Deletes a file; one that is not there is no error.',
    ...VIA,
    query: OF_FILE,
    mixed: true,
    answer: REMOVED,
    refuses: CHANGES,
  },
  'GET /api/v2.1/via-repo-token/upload-link/': {
    summary: 'An address to upload files to.',
    ...VIA,
    query: {
      path: path('The folder.', { fallback: '/' }),
      from: word(['api', 'web'], '`web`: for a page, which wants JSON back.', { fallback: 'api' }),
      replace: flag(false, 'Whether files of the same name are replaced.'),
    },
    answer: shapeOf('string'),
    refuses: [...REFUSALS, 'library-read-only', 'folder-not-found', 'path-invalid', 'quota-exceeded'],
  },
  'GET /api/v2.1/via-repo-token/download-link/': {
    summary: 'An address to download a file from.',
    ...VIA,
    query: OF_FILE,
    answer: shapeOf('string'),
    refuses: [...REFUSALS, 'file-not-found', 'path-invalid'],
  },
} as const satisfies CallSpecs;
