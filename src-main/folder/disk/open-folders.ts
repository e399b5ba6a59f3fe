import { closeSync, openSync, readlinkSync } from 'node:fs';
import { joinPath, parentPath } from '../../core/folder/folder-entry.ts';
import { DESCRIPTORS, FOLDER_FLAGS, hasDescriptors } from './safe-path.ts';
import { fstatOf, lstatOf, type SystemStat } from './system-stat.ts';

/** A folder below the root that was reached without following any link. */
export interface ReachedFolder {
  readonly stat: SystemStat;
  /** Absolute path of something in it; empty for the folder itself. Valid until the next folder is reached. */
  inside(name: string): string;
  isInPlace(): boolean;
}

/** Reaches folders for many calls in a row. `release` closes what it holds open, or a disk could not be ejected. */
export interface FolderPlaces {
  /** @throws what the system says: `ENOENT`, `ENOTDIR` or `ELOOP` when a folder on the way is missing or is none */
  reach(path: string): ReachedFolder;
  /** Absolute path of a name, as `ReachedFolder.inside`. */
  place(path: string): string;
  release(): void;
}

/** Folders that one thread holds open at most; enough for the way to nearly any, so that few are opened twice. */
const MAX_OPEN_FOLDERS = 32;

export function createFolderPlaces(root: string): FolderPlaces {
  return hasDescriptors ? new OpenFolders(root) : new NamedFolders(root);
}

/** What was changed last within this time may change again without another time to show it: those of FAT are of two seconds. */
const QUIET_MS = 3_000;

/**
 * Each folder is opened from the one around it, so that nothing that is exchanged on the way leads out of the root. Where
 * none of the folders on the way was touched for a while, files are looked at by name, which takes half as long: a program that
 * exchanges one of them then changes the times of the folder around it, which are looked at before and after.
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

  /** The system tells where an open folder is by now; another link that leads to it does not make it ours. */
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
    // The oldest but the root, which every way begins with.
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
 * Where a system has no way to start from an open folder, all folders on the way are checked before and after.
 * Exchanging one and exchanging it back changes the times of the folder around it.
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

/** From the one that it is in up to the root. */
function foldersAround(path: string): string[] {
  const found: string[] = [];
  for (let at = path; at !== ''; ) {
    at = parentPath(at);
    found.push(at);
  }
  return found;
}

/** With a slash, so that a root which is a link itself is the folder behind it. */
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
