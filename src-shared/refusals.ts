/**
 * The reasons of refusals, worded for the user: what is wrong, and what to do. `{value}` stands for what was found.
 * Translations are in `src-renderer/i18n/catalogs/`.
 */

/** Why a folder cannot be linked. */
export const FOLDER_REFUSALS = {
  'not-absolute': 'Enter the full path of the folder.',
  'not-found': 'This folder does not exist. Check the path.',
  'not-a-folder': 'This is a file. Choose the folder that holds it.',
  unreadable: 'Your account may not read this folder. Choose another, or change its permissions.',
  'whole-disk': 'This is a whole disk. Choose a folder on it.',
  'inside-data': 'This folder belongs to Keepfold’s own data. Choose another.',
  'around-data': 'This folder holds Keepfold’s own data. Choose one that does not.',
  'already-linked': 'This folder is already linked.',
  'inside-linked': 'This folder is inside one that is already linked, so its files are saved there.',
  'around-linked': 'This folder contains one that is already linked. Unlink that one first.',
  'library-ambiguous': 'Several libraries have this name. Use the ID of the one you mean.',
  'library-of-another':
    'This library belongs to {value}. Ask for it to be shared with you, with the right to write, or choose another.',
  'library-of-department':
    'This library belongs to a department that you are not a member of. Ask to join it, or choose another library.',
  'other-mark':
    'The folder there carries the mark of another linked folder. If it is the right one anyway, confirm that you are sure.',
  'few-shared':
    'The folder there looks like another one: it has too few files of the linked folder ({value}). If it is the right one anyway, confirm that you are sure.',
  'not-writable':
    'Your account may not write to this folder, so Keepfold cannot mark it as the linked one. Change its permissions.',
} as const;
export type FolderRefusal = keyof typeof FOLDER_REFUSALS;

/** Why no backup can be made. */
export const BACKUP_REFUSALS = {
  'no-folder': 'No folder for the backup is chosen yet. Choose one first.',
  away: 'The backup folder is unavailable. Connect its disk, or create the folder first, and try again.',
  running: 'A backup is running. Wait until it is done.',
  'not-absolute': 'Enter the full path of the folder.',
  'not-a-folder': 'This is a file. Choose a folder.',
  'whole-disk': 'This is the system disk. Choose an empty folder on another disk.',
  unreadable: 'Your account may not read this folder. Choose another, or change its permissions.',
  'not-writable': 'Your account may not write to this folder. Choose another, or change its permissions.',
  'inside-data':
    'This folder lies in Keepfold’s own data, which is what has to be copied. Choose one on another disk.',
  'around-data':
    'This folder holds Keepfold’s own data, which is what has to be copied. Choose one on another disk.',
  'inside-linked': 'This folder lies in one that Keepfold saves. Choose one outside it.',
  'around-linked': 'This folder holds one that Keepfold saves. Choose one outside it.',
  'not-empty': 'This folder is not empty. Create an empty one for the backup, and choose that.',
  'of-another': 'This folder holds the backup of another Keepfold. Choose an empty one.',
  newer:
    'The backup in this folder knows versions that Keepfold has forgotten. Keep it, see in the guide how to use it, and choose an empty folder for the next one.',
  'in-use': 'Another Keepfold is using this backup. Quit it, and try again.',
  damaged:
    'Keepfold’s own database is damaged, so that the backup stays as it was. Run a check, and see in the guide what helps.',
  'no-room':
    'There is not enough space: {value} more is needed. Free some space there, or choose another disk.',
  fault: 'The backup could not be made: {value}',
} as const;
export type BackupRefusal = keyof typeof BACKUP_REFUSALS;

/** Why nothing can be brought back from a backup. */
export const RESTORE_REFUSALS = {
  'not-absolute': 'Enter the full path of the folder.',
  'not-found': 'This folder is not there. Connect its disk, or check the path, and try again.',
  'not-a-folder': 'This is a file. Choose the folder that holds the backup.',
  'whole-disk': 'This is the system disk. Choose the folder that holds the backup.',
  unreadable: 'Your account may not read this folder. Change its permissions, or copy it to another place.',
  'inside-data':
    'This folder lies in the data that Keepfold works with now. Choose the folder that holds the backup.',
  'around-data':
    'This folder holds the data that Keepfold works with now. Choose the folder that holds the backup.',
  'inside-linked':
    'This folder lies in one that Keepfold saves. Copy the backup to a place outside it, and choose that.',
  'around-linked': 'This folder holds one that Keepfold saves. Choose the folder that holds the backup.',
  'not-a-backup':
    'There is no backup in this folder. Choose the folder itself that holds “keepfold.db”, “heads.journal” and “storage”.',
  newer: 'A newer Keepfold made this backup. Install that version, and try again.',
  'in-use':
    'Another Keepfold is using or making this backup. Wait until it is done, or quit it, and try again.',
  damaged:
    'The database of this backup is damaged. Copy the whole folder, make the copy’s database again with “recover”, and choose the copy.',
  'nothing-chosen': 'No library is chosen. Choose at least one.',
  'not-in-backup': 'One of these libraries is not in the backup. Open the folder again, and choose again.',
  'encrypted-here':
    'The library “{value}” is encrypted and was here before. Its password belongs to its ID, so it cannot be restored next to that one.',
  'no-room':
    'There is not enough space for Keepfold’s data: {value} more is needed. Free some space, or choose fewer libraries.',
} as const;
export type RestoreRefusal = keyof typeof RESTORE_REFUSALS;

/** Why a path cannot be used. */
export const PATH_REFUSALS = {
  'not-empty': 'The path “{value}” is a folder with something in it; choose a new or an empty one.',
  'inside-data': 'The path “{value}” lies in Keepfold’s own data; choose a place outside it.',
  unusable: 'The path “{value}” cannot be written to; choose another place or change its permissions.',
  'name-clash':
    'The path “{value}” stands for two items here, because this disk takes their names for the same; choose another disk.',
  'same-name':
    'The path “{value}” stands for two of the items, because they have the same name; write them to folders of their own.',
  'no-name':
    'The path “{value}” is the whole library, which has no name to be written under; ask for it alone.',
  'not-a-file': 'The path “{value}” is taken by something that is no file; move it away first.',
  relative: 'The path “{value}” is not a full path.',
} as const;

/** Why a password is not checked. */
export const PASSWORD_REFUSALS = {
  'too-costly':
    'Checking the password of this library would take more memory or time than this server allows. Make a library with usual settings, at most 128 MiB a check, and copy the files into it with the program that made this one.',
  again:
    'Enter your password again: this reaches the disk of the computer that Keepfold runs on, or lets others reach it.',
  'none-set':
    'Your account has no password yet. Sign out, sign in with a new link, and do this within ten minutes; the sign-in page shows the command for a link.',
  'set-first': 'Set a password for your account first: without one you could not sign in on another device.',
} as const;

/** Why something is too much at once. */
export const AMOUNT_REFUSALS = {
  'too-many-files':
    'This would compare or change more than a million files and folders at once, or give the library more than 20 million. Do it folder by folder, or keep some of them in another library.',
} as const;

/** Why a sign-in link does not sign in. */
export const SIGN_IN_REFUSALS = {
  'link-used': 'This sign-in link has been used. Each link signs in once.',
  'link-over': 'This sign-in link is not valid. A link lasts 15 minutes, and no longer than Keepfold runs.',
} as const;
export type SignInRefusal = keyof typeof SIGN_IN_REFUSALS;

interface Reasoned {
  readonly reason?: string | undefined;
  readonly value?: string | undefined;
}

const MEBIBYTE = 1024 * 1024;

/** The message that a table has for a reason; undefined if none. */
function textIn(table: Readonly<Record<string, string>>, { reason, value }: Reasoned): string | undefined {
  const text = reason !== undefined && Object.hasOwn(table, reason) ? table[reason] : undefined;
  const found = reason === 'no-room' ? `${Math.ceil(Number(value) / MEBIBYTE)} MB` : value;
  return text?.replace('{value}', () => found ?? '?');
}

export const folderRefusalText = (refused: Reasoned): string =>
  textIn(FOLDER_REFUSALS, refused) ?? 'This folder cannot be linked. Choose another.';

export const backupRefusalText = (refused: Reasoned): string =>
  textIn(BACKUP_REFUSALS, refused) ?? 'No backup can be made there. Choose another folder.';

export const restoreRefusalText = (refused: Reasoned): string =>
  textIn(RESTORE_REFUSALS, refused) ?? 'Nothing can be brought back from this folder.';

export function pathRefusalText({ reason, value }: Reasoned): string {
  if (value === undefined) return 'The path is not valid.';
  return textIn(PATH_REFUSALS, { reason, value }) ?? `The path “${value}” is not valid.`;
}

/** Undefined for a reason that is not about a password; likewise for those below. */
export const passwordRefusalText = (reason: string | undefined) => textIn(PASSWORD_REFUSALS, { reason });
export const amountRefusalText = (reason: string | undefined) => textIn(AMOUNT_REFUSALS, { reason });
export const signInRefusalText = (reason: string | undefined) => textIn(SIGN_IN_REFUSALS, { reason });
