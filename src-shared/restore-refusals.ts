/**
 * Why nothing can be brought back from a backup, in words for the person who wants it: what is wrong, and what to do.
 * `{value}` stands for what was found. Other languages have theirs in `src-renderer/i18n/catalogs/`.
 */
export const RESTORE_REFUSALS = {
  'not-absolute': 'Give the whole path of the folder, from the top of the disk.',
  'not-found': 'This folder is not there. Connect its disk, or check the path, and try again.',
  'not-a-folder': 'This is a file. Choose the folder that holds the backup.',
  'whole-disk': 'This is the whole disk of the system. Choose the folder that holds the backup.',
  unreadable:
    'This folder cannot be read with your account. Change its permissions, or copy it to another place.',
  'inside-data':
    'This folder lies in the data that Keepfold works with now. Choose the folder that holds the backup.',
  'around-data':
    'This folder holds the data that Keepfold works with now. Choose the folder that holds the backup.',
  'inside-linked':
    'This folder lies in one that Keepfold saves. Copy the backup to a place outside it, and choose that.',
  'around-linked': 'This folder holds one that Keepfold saves. Choose the folder that holds the backup.',
  'not-a-backup':
    'There is no backup in this folder. Choose the folder itself that holds “keepfold.db”, “heads.journal” and “storage”.',
  newer: 'A newer Keepfold made this backup. Install that version, and try again.',
  'in-use':
    'A Keepfold runs on this backup, or is just making it. Wait until it is done, or stop it, and try again.',
  damaged:
    'The database of this backup is damaged. Copy the whole folder, make the copy’s database again with “recover”, and choose the copy.',
  'nothing-chosen': 'No library is chosen. Choose at least one.',
  'not-in-backup':
    'One of these libraries is not in the backup. Look into the folder again, and choose anew.',
  'encrypted-here':
    'The library “{value}” is encrypted and was here before. Its password belongs to its id, so it cannot be brought back beside that one.',
  'no-room':
    'There is too little room for Keepfold’s data: {value} more are needed. Make room, or choose fewer libraries.',
} as const;

export type RestoreRefusal = keyof typeof RESTORE_REFUSALS;

const MEBIBYTE = 1024 * 1024;

/** The text for a reason. */
export function restoreRefusalText({ reason, value }: { reason?: string; value?: string }): string {
  const texts: Readonly<Record<string, string>> = RESTORE_REFUSALS;
  const text = reason === undefined ? undefined : texts[reason];
  const found = reason === 'no-room' ? `${Math.ceil(Number(value) / MEBIBYTE)} MB` : value;
  return text?.replace('{value}', () => found ?? '') ?? 'Nothing can be brought back from this folder.';
}
