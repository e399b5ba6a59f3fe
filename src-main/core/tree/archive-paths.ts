import type { Dirent } from '../objects/dir-object.ts';
import { uniqueName } from './unique-name.ts';

/** Windows takes a backslash for the end of a folder's name, and terminals do what control characters say. */
const DECEPTIVE = /[/\\\p{Cc}]/gu;
/** Windows takes what follows for a file of another drive. */
const DRIVE = /^([A-Za-z]):/;

interface OpenFolder {
  readonly path: string;
  readonly archivePath: string;
  readonly taken: Set<string>;
}

/**
 * What items are called in an archive: sync clients bring names that would leave the folder in which they are unpacked.
 * Names that become the same are numbered. Remembers the names of one folder a level.
 */
export class ArchivePaths {
  readonly #open: OpenFolder[] = [{ path: '', archivePath: '', taken: new Set() }];

  /**
   * For items in the order in which trees are walked: a folder before what it holds, and that before what is beside it.
   * @param parent the folder that it is in, as names behind slashes; empty: it is at the top
   * @returns with '/' at the end for a folder
   */
  of(parent: string, { name, kind }: Pick<Dirent, 'name' | 'kind'>): string {
    const folder = this.#folderAt(parent);
    const shown = uniqueName(harmless(name), (candidate) => folder.taken.has(candidate), kind);
    folder.taken.add(shown);
    if (kind === 'file') return folder.archivePath + shown;
    const archivePath = `${folder.archivePath}${shown}/`;
    this.#open.push({ path: `${parent}/${name}`, archivePath, taken: new Set() });
    return archivePath;
  }

  /** Closes the folders that are done with. */
  #folderAt(path: string): OpenFolder {
    for (let last = this.#open.at(-1); last !== undefined; last = this.#open.at(-1)) {
      if (last.path === path) return last;
      this.#open.pop();
    }
    throw new Error(`${path} is not an open folder`);
  }
}

function harmless(name: string): string {
  if (name === '.' || name === '..') return '_';
  return name.replace(DECEPTIVE, '_').replace(DRIVE, '$1_');
}
