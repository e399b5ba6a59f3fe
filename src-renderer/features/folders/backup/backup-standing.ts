import type { BackupJson } from '../../../../src-shared/backup-api.ts';
import { relativeTime } from '../../../format/time.ts';
import { t } from './messages.ts';

const DAY_SECONDS = 86_400;
const PATIENCE_SECONDS = 3 * DAY_SECONDS;
/** Who makes backups by hand is reminded later than who wants one a day. */
const PATIENCE_BY_HAND_SECONDS = 30 * DAY_SECONDS;

/** Whether there is a second copy of everything, in a sentence. */
export interface BackupStanding {
  readonly text: string;
  /** None that counts is kept: one can be set up. */
  readonly isMissing: boolean;
  /** Somebody should hear of it. */
  readonly isPressing: boolean;
}

/** @param backup null: how it stands could not be read */
export function backupStanding(backup: BackupJson | null, nowSeconds: number): BackupStanding {
  if (backup === null) return { text: t('unknown'), isMissing: false, isPressing: true };
  const { folder, last_success_at: last, data_since: since } = backup;
  const isMissing = folder === null || backup.same_disk;
  // Who has had something to lose for days, and no second copy of it.
  const isExposed = since > 0 && nowSeconds - since > PATIENCE_SECONDS;
  if (isMissing)
    return { text: t(folder === null ? 'newsNone' : 'newsSameDisk'), isMissing, isPressing: isExposed };
  const age = nowSeconds - last;
  const isOld = age > (backup.is_daily ? PATIENCE_SECONDS : PATIENCE_BY_HAND_SECONDS);
  const isPressing = isExposed && isOld;
  return { text: sentence(backup, nowSeconds), isMissing, isPressing };
}

function sentence({ state, last_success_at: last }: BackupJson, nowSeconds: number): string {
  const made = last === 0 ? t('newsNever') : t('newsLast', { when: relativeTime(last, nowSeconds) });
  if (state === 'running') return last === 0 ? t('newsFirstRunning') : `${t('newsRunning')} ${made}`;
  if (state === 'away') return `${t('newsAway')} ${made}`;
  return state === 'failed' ? `${t('newsFailed')} ${made}` : made;
}
