/**
 * Why no backup can be made, in words for the person who wants one: what is wrong, and what to do. `{value}` stands for
 * what was found. Other languages have theirs in `src-renderer/i18n/catalogs/`.
 */
export const BACKUP_REFUSALS = {
  'no-folder': 'No folder for the backup is chosen yet. Choose one first.',
  away: 'The folder for the backup is not there. Connect its disk, or make the folder first, and try again.',
  running: 'A backup is being made at this moment. Wait until it is done.',
  'not-absolute': 'Give the whole path of the folder, from the top of the disk.',
  'not-a-folder': 'This is a file. Choose a folder.',
  'whole-disk': 'This is the whole disk of the system. Choose an empty folder on another disk.',
  unreadable: 'This folder cannot be read with your account. Choose another, or change its permissions.',
  'not-writable':
    'This folder cannot be written to with your account. Choose another, or change its permissions.',
  'inside-data':
    'This folder lies in Keepfold’s own data, which is what has to be copied. Choose one on another disk.',
  'around-data':
    'This folder holds Keepfold’s own data, which is what has to be copied. Choose one on another disk.',
  'inside-linked': 'This folder lies in one that Keepfold saves. Choose one outside it.',
  'around-linked': 'This folder holds one that Keepfold saves. Choose one outside it.',
  'not-empty': 'There are other things in this folder. Make an empty one for the backup, and choose that.',
  'of-another': 'This folder holds the backup of another Keepfold. Choose an empty one.',
  newer:
    'The backup in this folder knows versions that Keepfold has forgotten. Keep it, see in the guide how to use it, and choose an empty folder for the next one.',
  'in-use': 'A Keepfold runs on this backup. Stop it, and try again.',
  damaged:
    'Keepfold’s own database is damaged, so that the backup stays as it was. Run a check, and see in the guide what helps.',
  'no-room': 'There is too little room: {value} more are needed. Make room there, or choose another disk.',
  fault: 'The backup could not be made: {value}',
} as const;

export type BackupRefusal = keyof typeof BACKUP_REFUSALS;

const MEBIBYTE = 1024 * 1024;

/** The text for a reason. */
export function backupRefusalText({ reason, value }: { reason?: string; value?: string }): string {
  const texts: Readonly<Record<string, string>> = BACKUP_REFUSALS;
  const text = reason === undefined ? undefined : texts[reason];
  const found = reason === 'no-room' ? `${Math.ceil(Number(value) / MEBIBYTE)} MB` : value;
  return text?.replace('{value}', () => found ?? '') ?? 'No backup can be made there. Choose another folder.';
}
