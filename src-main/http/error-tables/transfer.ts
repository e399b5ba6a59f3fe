import type { ErrorDetail } from '../../core/errors.ts';
import { type ErrorOverrides, type ErrorTable, worded } from '../error-wording.ts';
import { SEAFILE_ERRORS } from './seafile.ts';

function denied({ field, reason }: ErrorDetail): string {
  if (reason === 'operation') return 'Operation does not match access token.';
  return field === 'parent_dir' ? "Parent dir doesn't match." : 'Permission denied.';
}

/** `/seafhttp/`: the file server's own numbers, as plain text. */
export const TRANSFER_ERRORS = {
  ...SEAFILE_ERRORS,
  'library-locked': { status: 400, text: 'Repo is encrypted. Please provide password to view it.' },
  'library-encrypted': { status: 400, text: 'Repo is encrypted. Please provide password to view it.' },
  'permission-denied': { status: 403, text: denied },
  'file-not-found': { status: 404, text: 'File not found' },
  'link-not-found': { status: 403, text: 'Access token not found' },
} satisfies ErrorTable;

const MISSING: Readonly<Record<string, string>> = {
  parent_dir: 'No parent_dir given.',
  target_file: 'No target_file given.',
  file: 'No file in multipart form.',
};

function invalid({ field = 'argument', reason }: ErrorDetail): string {
  if (field === 'relative_path') return 'Invalid relative path';
  if (field === 'file' && reason === 'repeated') return 'More files in one request';
  return `Invalid argument ${field}.`;
}

const PARENT_MISSING = { status: 400, text: "Parent dir doesn't exist." };

/** Forms with files: the words of the file server where it takes them in. */
export const UPLOAD_ERRORS: ErrorOverrides = {
  'argument-missing': worded(({ field = '' }) => MISSING[field] ?? `No ${field} given.`),
  'argument-invalid': { status: 400, text: invalid },
  'path-invalid': { status: 400, text: 'Invalid path.' },
  'name-invalid': worded(({ value = '' }) => `invalid fileName: ${value}.`),
  'name-taken': { status: 400, text: 'Too many files with same name.' },
  'library-read-only': { status: 400, text: 'Repo status not writable.' },
  'folder-not-found': PARENT_MISSING,
  'not-a-folder': PARENT_MISSING,
  'file-not-found': { status: 441, text: 'File does not exist.' },
  'head-moved': { status: 409, text: 'GC Conflict.' },
};
