import {
  backupRefusalText,
  folderRefusalText,
  PASSWORD_REFUSALS,
  passwordRefusalText,
  pathRefusalText,
  restoreRefusalText,
  signInRefusalText,
} from '../../../src-shared/refusals.ts';
import type { ErrorDetail } from '../../core/errors.ts';
import { ADMINISTRATORS_ONLY, type ErrorTable, worded } from '../error-wording.ts';

const named =
  (what: string, problem: string) =>
  (detail: ErrorDetail): string =>
    detail.value === undefined ? `The ${what} ${problem}.` : `The ${what} “${detail.value}” ${problem}.`;

const PASSWORD_TOO_SHORT =
  'The password is too easy to guess for a new library: take at least 12 characters, four of them different.';

const GIT_MISSING =
  'The history is written with the program git, which is not installed on the computer that Keepfold runs on. Install it and try again, or export the library without its history.';

const argument =
  (problem: string) =>
  (detail: ErrorDetail): string => {
    if (detail.reason === 'too-short' && detail.field === 'password') return PASSWORD_TOO_SHORT;
    if (detail.field === 'email' && detail.reason === undefined && detail.value !== undefined)
      return `“${detail.value}” is no e-mail address. One looks like anna@example.org, without spaces.`;
    const ofPassword = passwordRefusalText(detail.reason);
    if (ofPassword !== undefined) return ofPassword;
    const reason = detail.reason === undefined ? '' : ` (${detail.reason})`;
    return `The value of “${detail.field ?? 'argument'}” ${problem}${reason}.`;
  };

/** `/api/local/v1/`: sentences for people; programs look at the code. */
export const LOCAL_ERRORS = {
  'argument-invalid': { status: 400, text: argument('is not valid') },
  'argument-missing': { status: 400, text: argument('is missing') },
  'name-invalid': { status: 400, text: argument('is not a valid name') },
  'name-taken': { status: 409, text: named('name', 'is already taken') },
  'path-invalid': worded((detail) => pathRefusalText(detail)),
  'library-not-found': { status: 404, text: named('library', 'does not exist') },
  'library-exists': { status: 409, text: named('library', 'already exists') },
  'library-read-only': { status: 403, text: 'The library is read-only.' },
  'library-encrypted': { status: 403, text: 'The library is encrypted; its content cannot be shown here.' },
  'library-not-encrypted': { status: 400, text: 'The library is not encrypted.' },
  'library-locked': { status: 440, text: 'The password of the library is needed.' },
  'library-damaged': { status: 500, text: 'The record of the library is damaged.' },
  'deleted-library-not-found': { status: 404, text: named('deleted library', 'does not exist') },
  'commit-not-found': { status: 404, text: named('version', 'does not exist in this library') },
  'folder-not-found': { status: 404, text: named('folder', 'does not exist') },
  'file-not-found': { status: 404, text: named('file', 'does not exist') },
  'item-not-found': { status: 404, text: named('item', 'does not exist') },
  'not-a-folder': { status: 400, text: named('item', 'is not a folder') },
  'user-not-found': { status: 404, text: named('user', 'does not exist') },
  'user-exists': { status: 409, text: named('user', 'already exists') },
  'user-inactive': { status: 401, text: 'This account is inactive.' },
  'group-not-found': { status: 404, text: named('group', 'does not exist') },
  'group-exists': { status: 409, text: named('group', 'already exists') },
  'group-not-empty': { status: 409, text: 'The group still has libraries or departments.' },
  'group-member-exists': { status: 409, text: named('user', 'is already a member') },
  'share-exists': { status: 409, text: 'The library is already shared with this person or group.' },
  'share-not-found': { status: 404, text: 'The library is not shared with this person or group.' },
  'share-to-owner': { status: 400, text: 'The library belongs to this person already.' },
  'public-link-exists': { status: 409, text: 'You have a link to this item already.' },
  'permission-denied': {
    status: 403,
    text: ({ field }) => (field === 'to' ? ADMINISTRATORS_ONLY : 'You do not have permission to do this.'),
  },
  'not-department-admin': { status: 403, text: 'Only an administrator of the department can do this.' },
  'transfer-to-owner': { status: 400, text: 'The library already belongs to this owner.' },
  'password-wrong': { status: 400, text: 'The password is wrong.' },
  'password-needed': {
    status: 403,
    text: ({ reason }) => passwordRefusalText(reason) ?? PASSWORD_REFUSALS.again,
  },
  'credentials-wrong': worded(({ reason }) => signInRefusalText(reason) ?? 'E-mail or password is wrong.'),
  throttled: {
    status: 429,
    text: (detail) => `Too many tries. Wait ${detail.retryAfterSeconds ?? 1} seconds.`,
  },
  'file-too-large': { status: 442, text: 'The file is too large.' },
  'quota-exceeded': { status: 443, text: 'The storage quota is used up.' },
  'disk-full': { status: 507, text: 'The disk is full.' },
  'head-moved': { status: 409, text: 'The library was changed at the same time. Try again.' },
  'object-missing': { status: 500, text: 'A part of the stored data is missing. Run a check.' },
  'object-corrupt': { status: 500, text: 'A part of the stored data is damaged. Run a check.' },
  'object-collision': {
    status: 409,
    text: 'This content cannot be stored: other content with the same checksum is already here.',
  },
  'cursor-invalid': { status: 400, text: 'The listing has changed; start again from its beginning.' },
  'link-not-found': { status: 404, text: 'The link does not exist or has expired.' },
  'task-not-found': { status: 404, text: named('task', 'does not exist') },
  'linked-folder-not-found': { status: 404, text: named('linked folder', 'does not exist') },
  'linked-folder-refused': worded((detail) => folderRefusalText(detail)),
  'linked-folder-doubtful': { status: 409, text: (detail) => folderRefusalText(detail) },
  'held-changed': {
    status: 409,
    text: 'What waits for an answer is no longer what was shown, so nothing was done. Look at it again and answer then.',
  },
  'linked-folder-away': { status: 409, text: 'The linked folder is not there at present.' },
  'backup-refused': { status: 409, text: (detail) => backupRefusalText(detail) },
  'backup-away': { status: 409, text: backupRefusalText({ reason: 'away' }) },
  'backup-unusable': { status: 409, text: (detail) => restoreRefusalText(detail) },
  'git-missing': { status: 409, text: GIT_MISSING },
  busy: { status: 503, text: 'The server is busy. Try again.' },
} satisfies ErrorTable;

/** Pages for visitors with a link, who know nothing of libraries and accounts. */
export const PUBLIC_ERRORS = {
  ...LOCAL_ERRORS,
  'link-not-found': {
    status: 404,
    text: 'The link was removed, or the address is incomplete. Ask the sender for a new one.',
  },
  'path-invalid': { status: 404, text: 'There is nothing at this address.' },
  'folder-not-found': { status: 404, text: 'There is nothing at this address.' },
  'argument-missing': { status: 400, text: 'Choose a file first.' },
  'name-invalid': { status: 400, text: 'This name is not allowed. Rename the file and try again.' },
  'permission-denied': { status: 403, text: 'This link does not allow that.' },
} satisfies ErrorTable;
