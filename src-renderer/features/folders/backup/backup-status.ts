import type { BackupJson } from '../../../../src-shared/backup-api.ts';
import {
  BACKUP_PATIENCE_SECONDS,
  hasFreshBackup,
  hasRecentBackup,
} from '../../../../src-shared/backup-freshness.ts';
import type { BackupState } from '../../../format/status.ts';
import { relativeTime } from '../../../format/time.ts';
import { t } from './messages.ts';

/** Whether there is a second copy of everything, in a sentence. */
export interface BackupStatus {
  readonly text: string;
  /** None that counts is kept: one can be set up. */
  readonly isMissing: boolean;
  readonly state: BackupState;
}

/** @param backup null: how it stands could not be read */
export function backupStatus(backup: BackupJson | null, nowSeconds: number): BackupStatus {
  if (backup === null) return { text: t('unknown'), isMissing: false, state: 'pressing' };
  const { folder, data_since: since } = backup;
  const isMissing = folder === null || backup.same_disk === true;
  const text = isMissing ? missing(backup) : sentence(backup, nowSeconds);
  if (hasFreshBackup(backup, nowSeconds)) return { text, isMissing, state: 'fresh' };
  // Who has had something to lose for days, and no second copy of it, not even on a disk in the drawer.
  const isExposed =
    since > 0 && nowSeconds - since > BACKUP_PATIENCE_SECONDS && !hasRecentBackup(backup, nowSeconds);
  return { text, isMissing, state: isExposed ? 'pressing' : 'none' };
}

function missing({ folder, state }: BackupJson): string {
  if (folder === null) return t('newsNone');
  return t(state === 'away' ? 'newsSameDiskAway' : 'newsSameDisk');
}

function sentence({ state, last_success_at: last }: BackupJson, nowSeconds: number): string {
  const made = last === 0 ? t('newsNever') : t('newsLast', { when: relativeTime(last, nowSeconds) });
  if (state === 'running') return last === 0 ? t('newsFirstRunning') : `${t('newsRunning')} ${made}`;
  if (state === 'away') return `${t('newsAway')} ${made}`;
  return state === 'failed' ? `${t('newsFailed')} ${made}` : made;
}
