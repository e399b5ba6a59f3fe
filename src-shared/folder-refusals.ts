/**
 * Why a folder cannot be linked, in words for the person who chose it: what is wrong, and what to do. `{value}` stands
 * for what was found. Other languages have theirs in `src-renderer/i18n/catalogs/`.
 */
export const FOLDER_REFUSALS = {
  'not-absolute': 'Give the whole path of the folder, from the top of the disk.',
  'not-found': 'There is no such folder. Check the path.',
  'not-a-folder': 'This is a file. Choose the folder that holds it.',
  unreadable: 'This folder cannot be read with your account. Choose another, or change its permissions.',
  'whole-disk': 'This is a whole disk. Choose a folder on it.',
  'inside-data': 'This folder belongs to Keepfold’s own data. Choose another.',
  'around-data': 'This folder holds Keepfold’s own data. Choose one that does not.',
  'already-linked': 'This folder is linked already.',
  'inside-linked': 'This folder lies inside one that is linked already, so its files are saved there.',
  'around-linked': 'This folder holds one that is linked already. Unlink that one first.',
  'library-ambiguous': 'Several libraries have this name. Give the id of the one you mean.',
  'library-of-another':
    'This library belongs to {value}. Ask for it to be shared with you, with the right to write, or choose another.',
  'library-of-department':
    'This library belongs to a department that you are no member of. Become one, or choose another library.',
  'other-mark':
    'The folder there carries the mark of another linked folder. If it is the right one all the same, say that you are sure.',
  'few-shared':
    'The folder there looks like another one: too few of the files that the linked folder had are in it ({value}). If it is the right one all the same, say that you are sure.',
  'not-writable':
    'This folder cannot be written to with your account, so it cannot be marked as the linked one. Change its permissions.',
} as const;

export type FolderRefusal = keyof typeof FOLDER_REFUSALS;

/** The text for a reason. */
export function folderRefusalText({ reason, value }: { reason?: string; value?: string }): string {
  const texts: Readonly<Record<string, string>> = FOLDER_REFUSALS;
  const text = reason === undefined ? undefined : texts[reason];
  return text?.replace('{value}', () => value ?? '?') ?? 'This folder cannot be linked. Choose another.';
}
