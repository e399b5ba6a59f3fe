import { nameOf, parentPath } from '../../core/folder/folder-entry.ts';
import { codeOf } from '../disk/disk-error.ts';
import type { FsReader } from '../disk/file-system.ts';
import { MARKER_FILE } from '../disk/marker.ts';

/**
 * Tells whether folders are called as the disk spells them. A disk that folds letter case or accents answers to other
 * spellings too, and what is found under one of them would be taken for something new.
 */
export class Spelling {
  readonly #fs: FsReader;
  readonly #names = new Map<string, ReadonlySet<string>>();
  readonly #foldsCase: boolean;

  constructor(fs: FsReader) {
    this.#fs = fs;
    this.#foldsCase = isThere(fs, MARKER_FILE.toUpperCase());
  }

  /** The path itself, or the innermost folder around it that is called so on the disk. */
  nearestSpelled(path: string): string {
    let spelled = path;
    for (let at = path; at !== ''; at = parentPath(at)) if (!this.#isSpelled(at)) spelled = parentPath(at);
    return spelled;
  }

  #isSpelled(path: string): boolean {
    const name = nameOf(path);
    // Most disks tell all names apart, and then no folder needs to be read for this.
    if (!this.#foldsCase && name.normalize('NFC') === name.normalize('NFD')) return true;
    return this.#namesIn(parentPath(path)).has(name);
  }

  #namesIn(dir: string): ReadonlySet<string> {
    const known = this.#names.get(dir);
    if (known !== undefined) return known;
    const names = new Set(namesOrNone(this.#fs, dir));
    this.#names.set(dir, names);
    return names;
  }
}

function isThere(fs: FsReader, path: string): boolean {
  try {
    fs.lstat(path);
    return true;
  } catch (error) {
    if (codeOf(error) === '') throw error;
    return false;
  }
}

/** A folder that cannot be read has no names to compare with; the scan of it says why. */
function namesOrNone(fs: FsReader, dir: string): string[] {
  try {
    return fs
      .openFolder(dir)
      .names()
      .map(({ name }) => name);
  } catch (error) {
    if (codeOf(error) === '') throw error;
    return [];
  }
}
