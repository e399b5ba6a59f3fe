import { access } from 'node:fs/promises';
import { posix, win32 } from 'node:path';

/** Stands for the list of drives on Windows, where no folder has this path. */
export const DRIVES = '/';

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** The folder around a folder: for a drive the list of all; null at the top. */
export function folderAround(path: string, platform: NodeJS.Platform): string | null {
  const parent = (platform === 'win32' ? win32 : posix).dirname(path);
  if (parent !== path) return parent;
  return platform === 'win32' ? DRIVES : null;
}

/** Whether a path asks for the list of drives. */
export function isDriveList(path: string, platform: NodeJS.Platform): boolean {
  return platform === 'win32' && (path === DRIVES || path === '\\');
}

/** Drives that can be looked into, as paths. @param isThere the system's answer unless a test brings another */
export async function drives(isThere: (path: string) => Promise<boolean> = canOpen): Promise<string[]> {
  const paths = LETTERS.map((letter) => `${letter}:\\`);
  const found = await Promise.all(paths.map(isThere));
  return paths.filter((_, at) => found[at] === true);
}

async function canOpen(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    // No such drive, or no disk in it.
    () => false,
  );
}
