import { passwordRefusalText } from '../../../src-shared/refusals.ts';
import type { ErrorDetail } from '../../core/errors.ts';
import { type ErrorTable, FOLDERS_WITH_SLASH, worded } from '../error-wording.ts';

const fieldInvalid =
  (fallback: string) =>
  (detail: ErrorDetail): string =>
    passwordRefusalText(detail.reason) ?? `${detail.field ?? fallback} invalid.`;

const missing =
  (kind: string) =>
  (detail: ErrorDetail): string =>
    detail.value === undefined ? `${kind} not found.` : `${kind} ${detail.value} not found.`;

const wait = (detail: ErrorDetail): string =>
  `Request was throttled. Expected available in ${detail.retryAfterSeconds ?? 1} seconds.`;

/** What the Seafile-shaped surfaces have in common: the words of real servers, which clients and scripts compare. */
export const SEAFILE_ERRORS = {
  'argument-invalid': { status: 400, text: fieldInvalid('argument') },
  'argument-missing': { status: 400, text: fieldInvalid('argument') },
  'name-invalid': { status: 400, text: fieldInvalid('name') },
  'name-taken': { status: 409, text: 'The name is already taken.' },
  'path-invalid': { status: 400, text: fieldInvalid('path') },
  'library-not-found': { status: 404, text: missing('Library') },
  'library-exists': { status: 520, text: 'Failed to create library.' },
  'library-read-only': { status: 403, text: 'Permission denied.' },
  'library-encrypted': { status: 403, text: 'Library is encrypted.' },
  'library-not-encrypted': worded((detail) =>
    detail.value === undefined ? 'Library is not encrypted.' : `Library ${detail.value} is not encrypted.`,
  ),
  'library-locked': { status: 440, text: 'Library password is needed.' },
  'library-damaged': { status: 500, text: 'Library is damaged.' },
  'deleted-library-not-found': { status: 404, text: 'Library does not exist in trash.' },
  'commit-not-found': { status: 404, text: missing('Commit') },
  'folder-not-found': { status: 404, text: missing('Folder') },
  'file-not-found': { status: 404, text: missing('File') },
  'item-not-found': { status: 404, text: missing('File or folder') },
  'not-a-folder': { status: 404, text: missing('Folder') },
  'user-not-found': { status: 404, text: missing('User') },
  'user-exists': worded((detail) => `User ${detail.value ?? ''} already exists.`),
  'user-inactive': { status: 401, text: 'User inactive or deleted', key: 'detail' },
  'group-not-found': { status: 404, text: missing('Group') },
  'group-exists': { status: 400, text: 'There is already a group with that name.' },
  'group-not-empty': worded((detail) =>
    detail.reason === 'sub-departments'
      ? 'There are sub-departments in this department.'
      : 'There are libraries in this department.',
  ),
  'group-member-exists': worded((detail) => `User ${detail.value ?? ''} is already a group member.`),
  'share-exists': worded(({ value }) => `This item has been shared to ${value ?? ''}.`),
  'share-not-found': { status: 404, text: ({ value }) => `This item is not shared to ${value ?? ''}.` },
  'share-to-owner': { status: 400, text: 'Library can not be shared to owner' },
  'public-link-exists': worded(({ value, reason }) =>
    reason === 'too-many'
      ? 'There are too many share links to this item. Please remove some of them.'
      : `Share link ${value ?? ''} already exists.`,
  ),
  'permission-denied': { status: 403, text: 'Permission denied.' },
  'not-department-admin': { status: 403, text: 'Permission error: you are not the admin of the department' },
  'transfer-to-owner': { status: 400, text: 'Library can not be transferred to owner.' },
  'password-wrong': { status: 400, text: 'Wrong password' },
  'password-needed': {
    status: 403,
    text: ({ reason }) => passwordRefusalText(reason) ?? 'Permission denied.',
  },
  'credentials-wrong': {
    status: 400,
    text: 'Unable to login with provided credentials.',
    key: 'non_field_errors',
  },
  throttled: { status: 429, text: wait, key: 'detail' },
  'file-too-large': { status: 442, text: 'File size is too large.' },
  'quota-exceeded': { status: 443, text: 'Out of quota.' },
  'disk-full': { status: 507, text: 'The disk of the server is full.' },
  'head-moved': { status: 409, text: 'The library was changed at the same time. Please try again.' },
  'object-missing': { status: 500, text: 'A part of the stored data is missing.' },
  'object-corrupt': { status: 500, text: 'A part of the stored data is damaged.' },
  'object-collision': { status: 409, text: 'Other content is already stored under the same id.' },
  'cursor-invalid': { status: 400, text: fieldInvalid('scan_stat') },
  'link-not-found': { status: 404, text: 'Link not found.' },
  'task-not-found': { status: 404, text: 'Task not found.' },
  'linked-folder-not-found': { status: 404, text: 'Linked folder not found.' },
  'linked-folder-refused': { status: 400, text: 'This folder can not be linked.' },
  'linked-folder-doubtful': { status: 400, text: 'This folder can not be linked.' },
  'held-changed': { status: 409, text: 'Other changes wait by now than those that were answered.' },
  'linked-folder-away': { status: 409, text: 'The linked folder is not there at present.' },
  'backup-refused': { status: 409, text: 'No backup can be made there.' },
  'backup-away': { status: 409, text: 'The folder of the backup is not there at present.' },
  'backup-unusable': { status: 409, text: 'Nothing can be brought back from this folder.' },
  'git-missing': { status: 409, text: 'Git is not installed on the server.' },
  busy: { status: 503, text: 'The server is busy. Please try again.' },
} satisfies ErrorTable;

/** `/api2/`: set-password words a wrong password differently than its younger sibling. */
export const API2_ERRORS = {
  ...SEAFILE_ERRORS,
  'password-wrong': { status: 400, text: 'Incorrect password' },
} satisfies ErrorTable;

/** `/api/v2.1/admin/`: administrators manage encrypted libraries but never look into them. */
export const ADMIN_ERRORS = {
  ...SEAFILE_ERRORS,
  ...FOLDERS_WITH_SLASH,
  'library-encrypted': { status: 403, text: 'Feature disabled.' },
} satisfies ErrorTable;
