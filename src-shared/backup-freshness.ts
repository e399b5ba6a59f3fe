import type { BackupJson } from './backup-api.ts';

const DAY_SECONDS = 86_400;

/** How long a user may be without a second copy, or without a newer one, before it is pressing. */
export const BACKUP_PATIENCE_SECONDS = 3 * DAY_SECONDS;
/** Users who make backups by hand are reminded later than those who want one a day. */
const PATIENCE_BY_HAND_SECONDS = 30 * DAY_SECONDS;
/** How far the clocks of two computers may differ; a time further ahead came from a wrong clock. */
const CLOCK_GRACE_SECONDS = 3_600;

export type BackupFacts = Pick<
  BackupJson,
  'folder' | 'state' | 'same_disk' | 'in_memory' | 'is_daily' | 'last_success_at'
>;

/** Whether the backup, when last seen, was one that counts: not lost with the disk of the data, nor by a restart. */
export function countsAsBackup({ folder, same_disk, in_memory }: BackupFacts): boolean {
  return folder !== null && same_disk === false && !in_memory;
}

/** Whether the last one that counts is recent. Its folder may be away. */
export function hasRecentBackup(backup: BackupFacts, nowSeconds: number): boolean {
  const patience = backup.is_daily ? BACKUP_PATIENCE_SECONDS : PATIENCE_BY_HAND_SECONDS;
  const age = nowSeconds - backup.last_success_at;
  return countsAsBackup(backup) && age >= -CLOCK_GRACE_SECONDS && age <= patience;
}

/** Whether there is a second copy of nearly everything, as far as can be known: one that is away cannot be seen. */
export function hasFreshBackup(backup: BackupFacts, nowSeconds: number): boolean {
  const isThere = backup.state === 'idle' || backup.state === 'running';
  return isThere && hasRecentBackup(backup, nowSeconds);
}
