import { AMOUNT_REFUSALS } from '../../../src-shared/amount-refusals.ts';
import { BACKUP_REFUSALS } from '../../../src-shared/backup-refusals.ts';
import { FOLDER_REFUSALS } from '../../../src-shared/folder-refusals.ts';
import { PASSWORD_REFUSALS } from '../../../src-shared/password-refusals.ts';
import { PATH_REFUSALS } from '../../../src-shared/path-refusals.ts';
import { RESTORE_REFUSALS } from '../../../src-shared/restore-refusals.ts';
import { SIGN_IN_REFUSALS } from '../../../src-shared/sign-in-refusals.ts';
import { messages } from '../../i18n/messages.ts';
import { amount, backup, folder, password, path, restore, signIn } from './messages-de.ts';

// The English is the service's own, so that it stands in one place.
export const folderRefusal = messages({ en: FOLDER_REFUSALS, de: folder });
export const backupRefusal = messages({ en: BACKUP_REFUSALS, de: backup });
export const restoreRefusal = messages({ en: RESTORE_REFUSALS, de: restore });
export const passwordRefusal = messages({ en: PASSWORD_REFUSALS, de: password });
export const amountRefusal = messages({ en: AMOUNT_REFUSALS, de: amount });
export const pathRefusal = messages({ en: PATH_REFUSALS, de: path });
export const signInRefusal = messages({ en: SIGN_IN_REFUSALS, de: signIn });
