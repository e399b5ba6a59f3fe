import type { CallSpecs } from '../../../src-shared/contract/call-spec.ts';
import {
  commitField,
  integer,
  libraryField,
  path,
  REQUIRED,
  text,
  texts,
  word,
} from '../../../src-shared/contract/field-spec.ts';
import { either, list, mapOf, object, oneOf, SUCCESS } from '../../../src-shared/contract/shape.ts';
import { UPLOADED_FILE } from './shapes/items.ts';

const LAST_MODIFY = text('When the file was changed.', { format: 'date-time' });

const NEW_FILES = {
  parent_dir: path('The folder of the address.', REQUIRED),
  relative_path: text('Folders below it, which are made.'),
  replace: word(['0', '1'], 'Whether files of the same name are replaced.', { fallback: '0' }),
  last_modify: LAST_MODIFY,
  last_modify_each: texts('When each of the files was changed, in their order.', { format: 'date-time' }),
};

const AS_JSON = { 'ret-json': text('There: the answer is JSON.') };

/** Of parts of a large file, which come one a request. */
const PART = {
  'Content-Range': text('Which bytes of the file these are: `bytes <first>-<last>/<size>`.'),
  'Content-Disposition': text('Names the file, percent-encoded, where `Content-Range` is there.'),
};

/** One or more ids of files, separated by tabs. */
const FILE_IDS = 'text/plain';

/** What the parsers of parts answer: that one more is there, or the file. */
const PARTS = either(list(UPLOADED_FILE), SUCCESS);

const UPLOAD_REFUSALS = [
  'file-too-large',
  'head-moved',
  'library-locked',
  'library-read-only',
  'link-not-found',
  'name-invalid',
  'name-taken',
  'not-a-folder',
  'folder-not-found',
  'path-invalid',
  'permission-denied',
  'quota-exceeded',
] as const;

const UPLOAD = {
  query: AS_JSON,
  body: NEW_FILES,
  mixed: true,
  files: 'many',
  headers: PART,
  answer: PARTS,
  refuses: UPLOAD_REFUSALS,
} as const;

const UPDATE = {
  query: { head: commitField('The commit that the new version is based on.') },
  body: { target_file: path('The file.', REQUIRED), last_modify: LAST_MODIFY },
  mixed: true,
  files: 'one',
  refuses: [...UPLOAD_REFUSALS, 'file-not-found'],
} as const;

/** The bytes of files, on `/seafhttp`. Its addresses hold tokens of their own. */
export const TRANSFER_CALLS = {
  'GET /seafhttp/files/:token/*': {
    summary: 'The bytes of a file, for whoever has the address.',
    headers: {
      Range: text('One range of bytes.'),
      'If-None-Match': text('Ids of files that the client has.'),
      'If-Range': text('The file that a range is wanted of.'),
    },
    answer: null,
    media: ['*/*'],
    statuses: [200, 206, 304],
    refuses: ['library-locked', 'link-not-found', 'permission-denied', 'library-not-found', 'file-not-found'],
  },
  'POST /seafhttp/upload-api/:token': { summary: 'Takes new files in.', ...UPLOAD, media: [FILE_IDS] },
  'POST /seafhttp/upload-aj/:token': { summary: 'Takes new files in, and answers in JSON.', ...UPLOAD },
  'POST /seafhttp/update-api/:token': {
    summary: 'Takes a new version of a file in.',
    ...UPDATE,
    answer: null,
    media: [FILE_IDS],
  },
  'POST /seafhttp/update-aj/:token': {
    summary: 'Takes a new version of a file in, and answers in JSON.',
    ...UPDATE,
    answer: list(UPLOADED_FILE),
  },
  'GET /seafhttp/zip/:token': {
    summary: 'A zip archive, for whoever has the token.',
    answer: null,
    media: ['application/zip'],
    refuses: ['library-locked', 'link-not-found', 'permission-denied', 'library-not-found'],
  },
} as const satisfies CallSpecs;

/** Any content type is taken: clients call everything a form. */
const BYTES = 'application/octet-stream';
const ID_LIST = { type: 'application/json', about: 'A JSON array of ids, 10,000 at most.' } as const;
const PACK =
  'For each object its id in 40 digits, the length of what follows in 4 bytes, and its zlib stream.';

const tokenHeader = 'Seafile-Repo-Token';
const REFUSED_CONTENT = ['argument-invalid', 'name-invalid', 'file-too-large'] as const;

/** What official sync clients use, on `/seafhttp`. Each library has a token of its own; only 200 is success to clients. */
export const SYNC_CALLS = {
  'GET /seafhttp/protocol-version': {
    summary: 'The version of the sync protocol.',
    answer: object({ version: 'integer' }),
  },
  'GET /seafhttp/repo/:library_id/permission-check': {
    summary: 'Whether a device may sync a library, asked before it does; notes which device it is.',
    query: {
      op: word(['download', 'upload'], 'What it is about to do.', REQUIRED),
      client_id: text('Id of the device, 40 hexadecimal digits.'),
      client_name: text('What people call the device.'),
    },
    answer: null,
    tokenHeader,
    refuses: ['library-read-only'],
  },
  'GET /seafhttp/repo/:library_id/commit/HEAD': {
    summary: 'The newest commit of a library.',
    answer: object({ is_corrupted: 'integer', head_commit_id: 'string' }),
    tokenHeader,
  },
  'PUT /seafhttp/repo/:library_id/commit/HEAD': {
    summary:
      'Makes an uploaded commit the head, or merges it in; 446 with the files of which blocks are missing.',
    query: { head: commitField('The uploaded commit.', REQUIRED) },
    answer: list('string'),
    statuses: [200, 446],
    tokenHeader,
    refuses: [...REFUSED_CONTENT, 'path-invalid'],
  },
  'GET /seafhttp/repo/:library_id/quota-check': {
    summary: 'Whether there is room for more.',
    query: { delta: integer('How many bytes more.', REQUIRED) },
    answer: null,
    tokenHeader,
    refuses: ['quota-exceeded'],
  },
  'POST /seafhttp/repo/head-commits-multi': {
    summary: 'The newest commits of many libraries.',
    raw: { type: 'application/json', about: 'A JSON array of ids of libraries, 1,000 at most.' },
    answer: mapOf('string'),
  },
  'GET /seafhttp/accessible-repos': {
    summary: 'The libraries that the holder of a token for one of them reaches.',
    query: { repo_id: libraryField('The library of the token.', REQUIRED) },
    answer: list(
      object({
        version: 'integer',
        id: 'string',
        head_commit_id: 'string',
        name: 'string',
        mtime: 'integer',
        permission: oneOf('r', 'rw'),
        type: 'string',
        owner: 'string',
      }),
    ),
    tokenHeader,
  },
  'GET /seafhttp/repo/:library_id/commit/:commit_id': {
    summary: 'A commit, as it is stored.',
    answer: null,
    media: ['application/json'],
    tokenHeader,
  },
  'PUT /seafhttp/repo/:library_id/commit/:commit_id': {
    summary: 'Takes a commit in, which becomes no head by that.',
    raw: { type: BYTES, about: 'The JSON text of the commit.' },
    answer: null,
    tokenHeader,
    refuses: REFUSED_CONTENT,
  },
  'GET /seafhttp/repo/:library_id/block/:object_id': {
    summary: 'The bytes of a block.',
    answer: null,
    media: [BYTES],
    tokenHeader,
  },
  'PUT /seafhttp/repo/:library_id/block/:object_id': {
    summary: 'Takes a block in.',
    raw: { type: BYTES, about: 'The bytes that the id names; 64 MiB at most.' },
    answer: null,
    tokenHeader,
    refuses: REFUSED_CONTENT,
  },
  'POST /seafhttp/repo/:library_id/check-blocks': {
    summary: 'Which of the blocks are not here.',
    raw: ID_LIST,
    answer: list('string'),
    tokenHeader,
  },
  'GET /seafhttp/repo/:library_id/block-map/:object_id': {
    summary: 'Sizes of the blocks of a file, in its order.',
    answer: list('integer'),
    tokenHeader,
    refuses: ['file-not-found'],
  },
  'GET /seafhttp/repo/:library_id/fs-id-list': {
    summary: 'Ids of the files and folders that a client has to fetch.',
    query: {
      'server-head': commitField('The commit that it wants to have.', REQUIRED),
      'client-head': commitField('The commit that it has; absent: none.'),
      'dir-only': text('`1`: folders alone.'),
    },
    answer: list('string'),
    tokenHeader,
  },
  'POST /seafhttp/repo/:library_id/pack-fs': {
    summary: 'Files and folders in a pack, as many as fit into it.',
    raw: ID_LIST,
    answer: null,
    media: [BYTES],
    tokenHeader,
  },
  'POST /seafhttp/repo/:library_id/check-fs': {
    summary: 'Which of the files and folders are not here.',
    raw: ID_LIST,
    answer: list('string'),
    tokenHeader,
  },
  'POST /seafhttp/repo/:library_id/recv-fs': {
    summary: 'Takes a pack of files and folders in.',
    raw: { type: BYTES, about: PACK },
    answer: null,
    tokenHeader,
    refuses: REFUSED_CONTENT,
  },
  'GET /seafhttp/repo/:library_id/jwt-token': {
    summary: 'A token for hearing of changes of the library.',
    answer: object({ jwt_token: 'string' }),
    tokenHeader,
  },
  'GET /notification/ping': {
    summary: 'Whether changes can be heard of.',
    answer: object({ ret: 'string' }),
  },
  'GET /notification': {
    summary: 'A WebSocket by which changes are told; each message names a library and shows its token.',
    answer: null,
    statuses: [101],
  },
} as const satisfies CallSpecs;
