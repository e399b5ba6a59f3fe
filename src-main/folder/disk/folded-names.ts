import { lstat, mkdir, rmdir } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { codeOf } from './disk-error.ts';

const PROBE = 'keepfold-\u00e9';

/**
 * Whether a disk treats names as the same that differ in letter case or in the encoding of accents. Pass an empty
 * folder.
 */
export async function foldsNames(folder: string): Promise<boolean> {
  const probe = join(folder, PROBE);
  try {
    await mkdir(probe);
  } catch (error) {
    if (codeOf(error) === '') throw error;
    // Writing is going to fail as well, and say why.
    return false;
  }
  try {
    return (await isThere(folder, PROBE.toUpperCase())) || (await isThere(folder, PROBE.normalize('NFD')));
  } finally {
    await rmdir(probe);
  }
}

async function isThere(folder: string, name: string): Promise<boolean> {
  try {
    await lstat(join(folder, name));
    return true;
  } catch (error) {
    if (codeOf(error) === '') throw error;
    return false;
  }
}

/** The name as such disks see it. */
export function foldedName(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** The names taken on such a disk, in the folders on the current path of a walk. */
export class FoldedNames {
  readonly #open: { readonly folder: string; readonly names: Set<string> }[] = [];

  /** False when the folder has a name that is the same there. A folder has to come right before its contents. */
  take(path: string): boolean {
    const names = this.#namesIn(posix.dirname(path));
    const name = foldedName(posix.basename(path));
    if (names.has(name)) return false;
    names.add(name);
    return true;
  }

  #namesIn(folder: string): Set<string> {
    for (let last = this.#open.at(-1); last !== undefined; last = this.#open.at(-1)) {
      if (last.folder === folder) return last.names;
      if (last.folder === '/' || folder.startsWith(`${last.folder}/`)) break;
      this.#open.pop();
    }
    const names = new Set<string>();
    this.#open.push({ folder, names });
    return names;
  }
}
