import type { ErrorDetail } from '../../core/errors.ts';

import { NOT_BROUGHT, type PushRefusal } from '../../engine/heads/pushed-objects.ts';
import { type ErrorOverrides, type ErrorTable, type ErrorWording, worded } from '../error-wording.ts';
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

/**
 * `/seafhttp/repo/`: the statuses are those that official sync clients act on. Never 408, which they show as a library
 * that is too large, and never 444 from here: they forget a library for good then.
 */
export const SYNC_ERRORS = {
  ...SEAFILE_ERRORS,
  // Clients keep what they have, and tell their users.
  'library-damaged': { status: 445, text: 'Library is damaged.' },
  'disk-full': { status: 443, text: 'The disk of the server is full.' },
} satisfies ErrorTable;

const SENTENCES: Readonly<Record<PushRefusal, string>> = {
  parents: 'The commit needs exactly one parent.',
  'time-impossible':
    'A time lies beyond all calendars: set the clock right, or give the file another date of change.',
  'size-untrue':
    'The size of the file is not that of its content: change the file, so that it is indexed again.',
  'blocks-repeated': 'The file repeats one block too often: keep it outside of the library, or packed.',
  'folder-repeated': 'One folder is in the library too often: keep the copies outside, or packed.',
  'path-too-long': 'A path is longer than 4096 bytes: give its folders shorter names.',
  'not-that-kind': 'A file is named as a folder, or a folder as a file.',
  'paths-too-long': 'The paths of all that changes are too long together: add or move it in several steps.',
  'too-many-files':
    'More than 500000 files and folders change at once: add, move or delete them in several steps.',
  'too-many-conflicts':
    'More than 100000 files were changed here and there: move those of this device elsewhere.',
  'too-large': 'The changed files are too large together: add them in several steps.',
};
const TOO_DEEP = 'The folders are nested too deep: move some of them up.';
/** Of a client that was refused a commit: it makes no other one before that is taken. */
const AFTERWARDS = 'Then end syncing the library in the client, and sync the folder again.';

/**
 * To the client that moves a head: what is wrong, where, and what to do. What will be refused for ever is 403, the one
 * status at which official clients stop after three tries; every other one they repeat each half minute until a user
 * notices. They log the text, and show what they make of it: the path, or that there are too many files.
 */
export const PUSH_REFUSALS = {
  'argument-invalid': (detail) => {
    const { reason = '', field = 'head' } = detail;
    if (!isPushRefusal(reason)) return { status: 400, text: `${field} invalid.` };
    // Nothing that an official client brings.
    if (reason === 'parents') return { status: 400, text: SENTENCES[reason] };
    return refusedForEver(SENTENCES[reason], { ...detail, reason });
  },
  'path-invalid': (detail) => refusedForEver(TOO_DEEP, detail),
  'object-missing': ({ reason }) =>
    reason === NOT_BROUGHT
      ? { status: 404, text: 'A file or folder of the commit is not here. Bring it, and ask again.' }
      : SYNC_ERRORS['object-missing'],
} satisfies ErrorOverrides;

const OF_THE_WHOLE: ReadonlySet<string> = new Set<PushRefusal>([
  'paths-too-long',
  'too-many-files',
  'too-many-conflicts',
  'too-large',
  'folder-repeated',
]);

function refusedForEver(sentence: string, { reason = '', value }: ErrorDetail): ErrorWording {
  return { status: 403, text: `${shownAs(reason, value)}${sentence} ${AFTERWARDS}` };
}

/** What official clients look for in the text, and show in words of their own. */
function shownAs(reason: string, path: string | undefined): string {
  if (OF_THE_WHOLE.has(reason)) return 'Too many files in library. ';
  if (path === undefined) return '';
  const told = `/${path}`.slice(0, MAX_TOLD).toWellFormed();
  return `Update to path ${told} is not allowed by folder permission settings. `;
}

/** Of a path, which may be of any length. */
const MAX_TOLD = 4096;

function isPushRefusal(reason: string): reason is PushRefusal {
  return Object.hasOwn(SENTENCES, reason);
}
