/** Why a folder cannot be linked, in words for the person who chose it: what is wrong, and what to do. */
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
  'library-linked':
    'This library has a linked folder already. Unlink that one first, or choose another library.',
  'library-encrypted': 'Folders cannot be linked to an encrypted library. Choose a plain one.',
  'library-ambiguous': 'Several libraries have this name. Give the id of the one you mean.',
} as const;

export type FolderRefusal = keyof typeof FOLDER_REFUSALS;

/** The words for a reason, whoever gave it. */
export function folderRefusalText(reason: string | undefined): string {
  const texts: Readonly<Record<string, string>> = FOLDER_REFUSALS;
  return (
    (reason === undefined ? undefined : texts[reason]) ?? 'This folder cannot be linked. Choose another.'
  );
}
