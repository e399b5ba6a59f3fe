import type { CallSpecs } from '../../../src-shared/contract/call-spec.ts';
import { commitField, path, REQUIRED, text, texts, word } from '../../../src-shared/contract/field-spec.ts';
import { either, list, SUCCESS } from '../../../src-shared/contract/shape.ts';
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
const IDS = 'text/plain';

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
  'POST /seafhttp/upload-api/:token': {
    summary: 'Takes new files in.',
    ...UPLOAD,
    media: [IDS],
  },
  'POST /seafhttp/upload-aj/:token': {
    summary: 'Takes new files in, and answers in JSON.',
    ...UPLOAD,
  },
  'POST /seafhttp/update-api/:token': {
    summary: 'Takes a new version of a file in.',
    ...UPDATE,
    answer: null,
    media: [IDS],
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
