import type { DomainErrorCode } from '../../src-shared/error-codes.ts';

/** Why something did not happen and what helps. The caller adds what it was. */
export interface ErrorText {
  readonly why: string;
  readonly next: string;
}

type Code = DomainErrorCode | 'unreachable' | 'signed-out' | 'unexpected';

const text = (why: string, next: string): ErrorText => ({ why, next });

const RELOAD = 'Reload the list and try again.';
const ASK_OWNER = 'Ask the owner of the library.';
const CHECK = 'Run a check of the library; what can be read stays readable.';
const OTHER_NAME = 'Choose another name.';

const TEXTS = {
  'argument-invalid': text('The service did not accept a value.', 'Check what you entered and try again.'),
  'argument-missing': text('Something that is needed was left empty.', 'Fill it in and try again.'),
  'name-invalid': text('This name cannot be used.', 'Names need a visible character and no “/”.'),
  'name-taken': text('That name is already taken here.', OTHER_NAME),
  'path-invalid': text('This path cannot be used.', 'Choose another one.'),
  'library-not-found': text('The library is not there any more.', 'Look in the deleted libraries.'),
  'library-exists': text('There already is such a library.', OTHER_NAME),
  'library-read-only': text('The library is read-only.', ASK_OWNER),
  'library-encrypted': text('The library is encrypted.', 'This works with unencrypted libraries only.'),
  'library-not-encrypted': text('The library is not encrypted.', 'No password is needed.'),
  'library-locked': text('The library is encrypted.', 'Unlock it with its password, then try again.'),
  'library-damaged': text('Parts of the library cannot be read.', CHECK),
  'deleted-library-not-found': text('The library was restored or removed for good.', RELOAD),
  'commit-not-found': text('That moment is no longer in the history.', 'Choose a later one.'),
  'folder-not-found': text('The folder is not there.', 'It may have been moved or deleted: see the history.'),
  'file-not-found': text('The file is not there.', 'It may have been moved or deleted: see the history.'),
  'item-not-found': text('The item is not there any more.', RELOAD),
  'not-a-folder': text('This is a file, not a folder.', 'Open the folder it is in.'),
  'user-not-found': text('There is no such account.', 'Check the e-mail address.'),
  'user-exists': text('There already is an account with this e-mail.', 'Use another address.'),
  'user-inactive': text('This account is switched off.', 'Ask an administrator.'),
  'group-not-found': text('The department is not there any more.', RELOAD),
  'group-exists': text('There already is such a department.', OTHER_NAME),
  'group-not-empty': text('The department still owns libraries.', 'Transfer them first.'),
  'group-member-exists': text('This person is already a member.', RELOAD),
  'share-exists': text('The library is already shared with them.', 'Change that share instead.'),
  'share-not-found': text('The library is not shared with them any more.', RELOAD),
  'share-to-owner': text('The library belongs to them already.', 'Choose somebody else.'),
  'public-link-exists': text('You already have a link to this item.', 'Use or remove that one.'),
  'permission-denied': text('You may not do this.', ASK_OWNER),
  'not-department-admin': text('Only an administrator of the department may do this.', 'Ask one of them.'),
  'transfer-to-owner': text('The library already belongs to this owner.', 'Choose another owner.'),
  'password-wrong': text('The password does not open this library.', 'Check the spelling and try again.'),
  'credentials-wrong': text('E-mail and password do not match.', 'Check both and try again.'),
  throttled: text('There were too many tries in a short time.', 'Wait a minute and try again.'),
  'file-too-large': text('This file is too large.', 'Files of this size cannot be kept.'),
  'quota-exceeded': text('The storage of this account is full.', 'Delete something or ask for more.'),
  'disk-full': text('The disk is full.', 'Free some space and try again.'),
  'head-moved': text('The library changed at the same moment.', 'Try again.'),
  'object-missing': text('A part of the content is missing from the storage.', CHECK),
  'object-corrupt': text('A part of the content is damaged in the storage.', CHECK),
  'object-collision': text(
    'This content has the same checksum as other content that is already stored.',
    'Change the file a little and try again.',
  ),
  'cursor-invalid': text('The list changed meanwhile.', RELOAD),
  'link-not-found': text('The download link has expired.', 'Ask for it again.'),
  'task-not-found': text('This copy or move is over, or was never begun.', RELOAD),
  'linked-folder-not-found': text('The folder is not linked any more.', RELOAD),
  'linked-folder-refused': text('This folder cannot be linked.', 'Choose another folder.'),
  'linked-folder-doubtful': text(
    'This looks like another folder.',
    'Say that you are sure, or choose another.',
  ),
  'linked-folder-away': text('The folder is not there at the moment.', 'Connect its drive or put it back.'),
  busy: text('The service is busy with the same thing.', 'Wait a moment and try again.'),
  unreachable: text(
    'The library service does not answer.',
    'It is tried again by itself. Your data is safe.',
  ),
  'signed-out': text('The sign-in has ended.', 'Sign in again.'),
  unexpected: text('The service ran into a fault of its own.', 'Try again; if it stays, look into its log.'),
} satisfies Record<Code, ErrorText>;

/** Words for an error code; a code of a newer service falls back to the general text. */
export function errorText(code: Code): ErrorText {
  return TEXTS[code] ?? TEXTS.unexpected;
}
