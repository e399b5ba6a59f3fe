import type { BackupJson } from './backup-api.ts';

const DAY_SECONDS = 86_400;

/** So long somebody may be without a second copy, or without a newer one, before it is pressing. */
export const BACKUP_PATIENCE_SECONDS = 3 * DAY_SECONDS;
/** Who makes backups by hand is reminded later than who wants one a day. */
const PATIENCE_BY_HAND_SECONDS = 30 * DAY_SECONDS;

export type BackupFacts = Pick<BackupJson, 'folder' | 'same_disk' | 'is_daily' | 'last_success_at'>;

/** Whether a backup can be kept that counts: one that the disk of the data cannot take with it. */
export function countsAsBackup({ folder, same_disk }: BackupFacts): boolean {
  return folder !== null && !same_disk;
}

/** Whether there is a second copy of nearly everything. */
export function hasFreshBackup(backup: BackupFacts, nowSeconds: number): boolean {
  const patience = backup.is_daily ? BACKUP_PATIENCE_SECONDS : PATIENCE_BY_HAND_SECONDS;
  return countsAsBackup(backup) && nowSeconds - backup.last_success_at <= patience;
}
