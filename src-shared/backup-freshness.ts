import type { BackupJson } from './backup-api.ts';

const DAY_SECONDS = 86_400;

/** How long a user may be without a second copy, or without a newer one, before it is pressing. */
export const BACKUP_PATIENCE_SECONDS = 3 * DAY_SECONDS;
/** Who makes backups by hand is reminded later than who wants one a day. */
const PATIENCE_BY_HAND_SECONDS = 30 * DAY_SECONDS;
/** Clocks of two computers may differ so much; what is later was dated by one that was wrong. */
const CLOCK_GRACE_SECONDS = 3_600;

export type BackupFacts = Pick<
  BackupJson,
  'folder' | 'state' | 'same_disk' | 'in_memory' | 'is_daily' | 'last_success_at'
>;

/** Whether the backup is one that counts, when it was seen last: one that neither the disk of the data nor a restart takes with it. */
export function countsAsBackup({ folder, same_disk, in_memory }: BackupFacts): boolean {
  return folder !== null && same_disk === false && !in_memory;
}

/** Whether the last one that counts was made not long ago. Its folder may be away. */
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
