import { AMOUNT_REFUSALS } from '../../../src-shared/amount-refusals.ts';
import { BACKUP_REFUSALS } from '../../../src-shared/backup-refusals.ts';
import { FOLDER_REFUSALS } from '../../../src-shared/folder-refusals.ts';
import { PASSWORD_REFUSALS } from '../../../src-shared/password-refusals.ts';
import { PATH_REFUSALS } from '../../../src-shared/path-refusals.ts';
import { RESTORE_REFUSALS } from '../../../src-shared/restore-refusals.ts';
import { SIGN_IN_REFUSALS } from '../../../src-shared/sign-in-refusals.ts';
import { messages } from '../../i18n/messages.ts';

// The English is the service's own, so that it stands in one place.
export const folderRefusal = messages('format/refusals/folder', FOLDER_REFUSALS);
export const backupRefusal = messages('format/refusals/backup', BACKUP_REFUSALS);
export const restoreRefusal = messages('format/refusals/restore', RESTORE_REFUSALS);
export const passwordRefusal = messages('format/refusals/password', PASSWORD_REFUSALS);
export const amountRefusal = messages('format/refusals/amount', AMOUNT_REFUSALS);
export const pathRefusal = messages('format/refusals/path', PATH_REFUSALS);
export const signInRefusal = messages('format/refusals/sign-in', SIGN_IN_REFUSALS);
