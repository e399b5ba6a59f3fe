import { closeSync, openSync, readlinkSync } from 'node:fs';
import { joinPath, parentPath } from '../../core/folder/folder-entry.ts';
import { DESCRIPTORS, FOLDER_FLAGS, hasDescriptors } from './safe-path.ts';
import { fstatOf, lstatOf, type SystemStat } from './system-stat.ts';

/** A folder below the root that was reached without following any link. */
export interface ReachedFolder {
  readonly stat: SystemStat;
  /** Absolute path of an item in it; an empty name means the folder itself. Valid until the next folder is reached. */
  inside(name: string): string;
  isInPlace(): boolean;
}

/**
 * Reaches folders for many calls in a row. `release` closes the open ones, which would keep a disk from being ejected.
 */
export interface FolderPlaces {
  /**
   * @throws what the system says: `ENOENT`, `ENOTDIR` or `ELOOP` when a folder of the path is missing or is no folder
   */
  reach(path: string): ReachedFolder;
  /** Absolute path of a name, as `ReachedFolder.inside`. */
  place(path: string): string;
  release(): void;
}

/** Limit of open folders per thread; enough for nearly any depth, so that few are opened twice. */
const MAX_OPEN_FOLDERS = 32;

export function createFolderPlaces(root: string): FolderPlaces {
  return hasDescriptors ? new OpenFolders(root) : new NamedFolders(root);
}

/** Within this time after a change, another change may leave the same time: FAT has steps of two seconds. */
const QUIET_MS = 3_000;

/**
 * Opens each folder from its parent, so that nothing exchanged on the way leads out of the root. Where none of the
 * folders of a path was touched lately, files are examined by name, which takes half as long: exchanging one of the
 * folders changes the times of its parent, which are compared before and after.
 */
export class OpenFolders implements FolderPlaces {
  readonly #root: string;
  readonly #nowMs: () => number;
  readonly #open = new Map<string, number>();

  constructor(root: string, nowMs = Date.now) {
    this.#root = root;
    this.#nowMs = nowMs;
  }

  reach(path: string): ReachedFolder {
    const around = this.#around(path);
    const isQuiet = around.every(({ ctimeMs }) => ctimeMs < this.#nowMs() - QUIET_MS);
    const descriptor = this.#descriptorOf(path);
    const at = `${DESCRIPTORS}/${descriptor}`;
    const stat = fstatOf(descriptor);
    const place = isQuiet ? joinPath(this.#root, path) : at;
    return {
      stat,
      inside: (name) => (name === '' ? at : `${place}/${name}`),
      isInPlace: () =>
        this.#isInPlace(path, { at, stat }) && (!isQuiet || areUntouched(around, this.#around(path))),
    };
  }

  place(path: string): string {
    if (path === '') return rootOf(this.#root);
    const dir = parentPath(path);
    return `${DESCRIPTORS}/${this.#descriptorOf(dir)}/${path.slice(dir === '' ? 0 : dir.length + 1)}`;
  }

  release(): void {
    for (const descriptor of this.#open.values()) closeSync(descriptor);
    this.#open.clear();
  }

  /** The system says where an open folder is now; another link to it does not make it ours. */
  #isInPlace(path: string, { at, stat }: { at: string; stat: SystemStat }): boolean {
    const root = readlinkSync(`${DESCRIPTORS}/${this.#descriptorOf('')}`);
    if (readlinkSync(at) !== (path === '' ? root : joinPath(root === '/' ? '' : root, path))) return false;
    return isSame(lstatOf(joinPath(this.#root, path)), stat);
  }

  #around(path: string): SystemStat[] {
    return foldersAround(path).map((dir) => fstatOf(this.#descriptorOf(dir)));
  }

  #descriptorOf(path: string): number {
    const missing: string[] = [];
    let known = this.#open.get(path);
    for (let at = path; known === undefined && at !== ''; known = this.#open.get(at)) {
      missing.push(at);
      at = parentPath(at);
    }
    let descriptor = known ?? this.#keep('', openSync(rootOf(this.#root), FOLDER_FLAGS));
    for (const inner of missing.reverse()) {
      const name = inner.slice(inner.lastIndexOf('/') + 1);
      descriptor = this.#keep(inner, openSync(`${DESCRIPTORS}/${descriptor}/${name}`, FOLDER_FLAGS));
    }
    return descriptor;
  }

  #keep(path: string, descriptor: number): number {
    this.#open.set(path, descriptor);
    if (this.#open.size <= MAX_OPEN_FOLDERS) return descriptor;
    // The oldest but the root, with which every path begins.
    for (const [other, oldest] of this.#open) {
      if (other === '') continue;
      this.#open.delete(other);
      closeSync(oldest);
      break;
    }
    return descriptor;
  }
}

/**
 * For systems that cannot start from an open folder: all folders of a path are checked before and after. Exchanging one
 * and exchanging it back changes the times of its parent.
 */
export class NamedFolders implements FolderPlaces {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  reach(path: string): ReachedFolder {
    const around = this.#around(path);
    const absolute = joinPath(this.#root, path);
    const stat = folderStat(absolute);
    return {
      stat,
      inside: (name) => (name === '' ? absolute : joinPath(absolute, name)),
      isInPlace: () => isSame(lstatOf(absolute), stat) && areUntouched(around, this.#around(path)),
    };
  }

  place(path: string): string {
    return joinPath(this.#root, path);
  }

  release(): void {
    // Nothing is held open.
  }

  #around(path: string): SystemStat[] {
    return foldersAround(path).map((dir) => folderStat(joinPath(this.#root, dir)));
  }
}

/** From the parent up to the root. */
function foldersAround(path: string): string[] {
  const found: string[] = [];
  for (let at = path; at !== ''; ) {
    at = parentPath(at);
    found.push(at);
  }
  return found;
}

/** With a slash, so that a root that is a link means the folder behind it. */
function rootOf(root: string): string {
  return joinPath(root, '');
}

function folderStat(absolute: string): SystemStat {
  const stat = lstatOf(absolute);
  if (stat.isDirectory()) return stat;
  throw Object.assign(new Error('ENOTDIR: not a folder'), { code: 'ENOTDIR' });
}

function isSame(a: SystemStat, b: SystemStat): boolean {
  return a.ino === b.ino && a.dev === b.dev;
}

function areUntouched(before: readonly SystemStat[], after: readonly SystemStat[]): boolean {
  return before.every((stat, at) => {
    const now = after[at];
    return (
      now !== undefined && isSame(stat, now) && stat.mtimeMs === now.mtimeMs && stat.ctimeMs === now.ctimeMs
    );
  });
}
