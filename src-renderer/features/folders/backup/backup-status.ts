import type { BackupErrorJson, BackupJson } from '../../../../src-shared/backup-api.ts';
import {
  BACKUP_PATIENCE_SECONDS,
  hasFreshBackup,
  hasRecentBackup,
} from '../../../../src-shared/backup-freshness.ts';
import { DOMAIN_ERROR_CODES } from '../../../../src-shared/error-codes.ts';
import { errorSentence } from '../../../format/error-text.ts';
import type { BackupState } from '../../../format/status.ts';
import { relativeTime } from '../../../format/time.ts';
import { t } from './messages.ts';

/** Whether there is a second copy of everything, in a sentence. */
export interface BackupStatus {
  readonly text: string;
  /** There is no backup that counts, and one can be set up. */
  readonly isMissing: boolean;
  readonly state: BackupState;
}

/** @param backup null: its state could not be read */
export function backupStatus(backup: BackupJson | null, nowSeconds: number): BackupStatus {
  if (backup === null) return { text: t('unknown'), isMissing: false, state: 'pressing' };
  const { folder, data_since: since } = backup;
  const isMissing = folder === null || backup.same_disk === true || backup.in_memory;
  const text = isMissing ? missing(backup) : sentence(backup, nowSeconds);
  if (hasFreshBackup(backup, nowSeconds)) return { text, isMissing, state: 'fresh' };
  // True when there has been something to lose for days without a second copy, not even on a disk in a drawer.
  const isExposed =
    since > 0 && nowSeconds - since > BACKUP_PATIENCE_SECONDS && !hasRecentBackup(backup, nowSeconds);
  return { text, isMissing, state: isExposed ? 'pressing' : 'none' };
}

function missing({ folder, state, same_disk }: BackupJson): string {
  if (folder === null) return t('newsNone');
  if (same_disk !== true) return t(state === 'away' ? 'newsInMemoryAway' : 'newsInMemory');
  return t(state === 'away' ? 'newsSameDiskAway' : 'newsSameDisk');
}

function sentence({ state, last_success_at: last }: BackupJson, nowSeconds: number): string {
  const made = last === 0 ? t('newsNever') : t('newsLast', { when: relativeTime(last, nowSeconds) });
  if (state === 'running') return last === 0 ? t('newsFirstRunning') : `${t('newsRunning')} ${made}`;
  if (state === 'away') return `${t('newsAway')} ${made}`;
  return state === 'failed' ? `${t('newsFailed')} ${made}` : made;
}

const DAY_SECONDS = 86_400;
const PATIENCE_SECONDS = 3 * DAY_SECONDS;

/** Why a backup was not made, and what helps. */
export function backupFailure({ code, reason, value }: BackupErrorJson): string {
  if (code === 'backup-away') return t('awayText');
  if (code === 'busy') return t('otherMeanwhile');
  const known = DOMAIN_ERROR_CODES.find((each) => each === code) ?? 'unexpected';
  return errorSentence({ code: known, reason, value });
}

/** Whole days for which no backup could be made; 0 while it needs no attention. */
export function daysWithoutBackup({ failing_since: since }: BackupJson, nowSeconds: number): number {
  const seconds = since === 0 ? 0 : nowSeconds - since;
  return seconds > PATIENCE_SECONDS ? Math.floor(seconds / DAY_SECONDS) : 0;
}
