import { AMOUNT_REFUSALS, type AmountRefusal } from '../../src-shared/amount-refusals.ts';
import { BACKUP_REFUSALS, type BackupRefusal } from '../../src-shared/backup-refusals.ts';
import { FOLDER_REFUSALS, type FolderRefusal } from '../../src-shared/folder-refusals.ts';
import { PASSWORD_REFUSALS, type PasswordRefusal } from '../../src-shared/password-refusals.ts';
import { PATH_REFUSALS, type PathRefusal } from '../../src-shared/path-refusals.ts';
import { RESTORE_REFUSALS, type RestoreRefusal } from '../../src-shared/restore-refusals.ts';
import { SIGN_IN_REFUSALS, type SignInRefusal } from '../../src-shared/sign-in-refusals.ts';
import type { Problem } from './problem.ts';
import {
  amountRefusal,
  backupRefusal,
  folderRefusal,
  passwordRefusal,
  pathRefusal,
  restoreRefusal,
  signInRefusal,
} from './refusals/messages.ts';
import { formatSize } from './size.ts';

/** What was refused, as the service says it: a reason that refines the code, and what was found. */
export type Refused = Pick<Problem, 'code' | 'reason' | 'value' | 'field'>;

/** What is wrong and what to do, for a refusal with a reason that this version knows; empty for all others. */
export function refusalMessage({ code, reason = '', value = '' }: Refused): string {
  switch (code) {
    case 'linked-folder-refused':
    case 'linked-folder-doubtful':
      return folderRefusalMessage(reason, value);
    case 'backup-refused':
      return isBackupRefusal(reason) ? backupRefusal(reason, { value: found(reason, value) }) : '';
    case 'backup-away':
      return backupRefusal('away');
    case 'backup-unusable':
      return isRestoreRefusal(reason) ? restoreRefusal(reason, { value: found(reason, value) }) : '';
    case 'path-invalid':
      return pathRefusalMessage(reason, value);
    case 'argument-invalid':
      return argumentRefusalMessage(reason);
    case 'password-needed':
      return passwordRefusalMessage(reason);
    case 'credentials-wrong':
      return signInRefusalMessage(reason);
    default:
      return '';
  }
}

/** Why a folder cannot be linked; empty for a reason that this version does not know. */
export function folderRefusalMessage(reason: string, value = ''): string {
  return isFolderRefusal(reason) ? folderRefusal(reason, { value }) : '';
}

function pathRefusalMessage(reason: string, value: string): string {
  return isPathRefusal(reason) && value !== '' ? pathRefusal(reason, { value }) : '';
}

function argumentRefusalMessage(reason: string): string {
  return isAmountRefusal(reason) ? amountRefusal(reason) : passwordRefusalMessage(reason);
}

function signInRefusalMessage(reason: string): string {
  return isSignInRefusal(reason) ? signInRefusal(reason) : '';
}

function passwordRefusalMessage(reason: string): string {
  return isPasswordRefusal(reason) ? passwordRefusal(reason) : '';
}

/** Room is counted in bytes; all else is shown as it is. */
function found(reason: BackupRefusal | RestoreRefusal, value: string): string {
  return reason === 'no-room' ? formatSize(Number(value)) : value;
}

function isFolderRefusal(reason: string): reason is FolderRefusal {
  return Object.hasOwn(FOLDER_REFUSALS, reason);
}

function isBackupRefusal(reason: string): reason is BackupRefusal {
  return Object.hasOwn(BACKUP_REFUSALS, reason);
}

function isRestoreRefusal(reason: string): reason is RestoreRefusal {
  return Object.hasOwn(RESTORE_REFUSALS, reason);
}

function isPasswordRefusal(reason: string): reason is PasswordRefusal {
  return Object.hasOwn(PASSWORD_REFUSALS, reason);
}

function isAmountRefusal(reason: string): reason is AmountRefusal {
  return Object.hasOwn(AMOUNT_REFUSALS, reason);
}

function isSignInRefusal(reason: string): reason is SignInRefusal {
  return Object.hasOwn(SIGN_IN_REFUSALS, reason);
}

function isPathRefusal(reason: string): reason is PathRefusal {
  return Object.hasOwn(PATH_REFUSALS, reason);
}
