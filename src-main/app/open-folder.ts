import { win32 } from 'node:path';

export interface DataFolderPlace {
  readonly dataDir: string;
  readonly platform: NodeJS.Platform;
  /** Name of the account that runs this. */
  readonly user: string;
  /** Where only its person looks in, such as the home folder. */
  readonly privateFolders: readonly string[];
}

/**
 * What to say of a data folder that other accounts of the computer may read, though keys and tokens lie in it; null when
 * nothing is to be said. Elsewhere than on Windows the folder's mode keeps them out; there it is the folder around it.
 */
export function openFolderWarning({
  dataDir,
  platform,
  user,
  privateFolders,
}: DataFolderPlace): string | null {
  if (platform !== 'win32' || privateFolders.some((folder) => isIn(folder, dataDir))) return null;
  return `Other accounts of this computer may be able to read the data folder ${dataDir}, and to act as you with what is in it: it lies outside your user folder. To keep them out: icacls "${dataDir}" /inheritance:r /grant:r "${user}:(OI)(CI)F"`;
}

/** Windows' own way to compare paths, in either letter case. */
function isIn(folder: string, path: string): boolean {
  const way = win32.relative(folder, path);
  return way !== '..' && !way.startsWith('..\\') && !win32.isAbsolute(way);
}
