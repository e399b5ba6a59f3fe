import type { BackupErrorJson, BackupJson } from '../../../../src-shared/backup-api.ts';
import { DOMAIN_ERROR_CODES } from '../../../../src-shared/error-codes.ts';
import { errorSentence } from '../../../format/error-text.ts';
import { t } from './messages.ts';

const DAY_SECONDS = 86_400;
const PATIENCE_SECONDS = 3 * DAY_SECONDS;

/** Why a backup was not made, and what helps. */
export function backupFailure({ code, reason, value }: BackupErrorJson): string {
  if (code === 'backup-away') return t('awayText');
  if (code === 'busy') return t('otherMeanwhile');
  const known = DOMAIN_ERROR_CODES.find((each) => each === code) ?? 'unexpected';
  return errorSentence({ code: known, reason, value });
}

/** Whole days that no backup could be made; 0 while nobody has to look after that. */
export function daysWithoutBackup({ failing_since: since }: BackupJson, nowSeconds: number): number {
  const seconds = since === 0 ? 0 : nowSeconds - since;
  return seconds > PATIENCE_SECONDS ? Math.floor(seconds / DAY_SECONDS) : 0;
}
