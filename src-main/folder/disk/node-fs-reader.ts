import { isUtf8 } from 'node:buffer';
import { closeSync, constants, openSync, readdirSync, readSync } from 'node:fs';
import { NO_MODE } from '../../core/folder/folder-entry.ts';
import type { FileSystemStat, FoundName, FsReader, OpenedFile, OpenedFolder } from './file-system.ts';
import { createFolderPlaces, type ReachedFolder } from './open-folders.ts';
import { fstatOf, lstatOf, type SystemStat } from './system-stat.ts';

/**
 * O_NOFOLLOW: a link that took the file's place is not followed. O_NONBLOCK: opening a FIFO does not hang.
 * Windows has neither.
 */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Reads the real disk, and follows no link below the root. */
export interface NodeFsReader extends FsReader {
  /** Closes everything; later calls open folders again. */
  release(): void;
}

/** Blocks, so it is for threads of its own. */
export function createNodeFsReader(root: string, places = createFolderPlaces(root)): NodeFsReader {
  return {
    lstat: (path) => statOf(lstatOf(places.place(path))),
    openFolder: (path) => readerFolder(places.reach(path)),
    open: (path) => openFile(places.place(path)),
    release: () => places.release(),
  };
}

function readerFolder({ stat, inside, isInPlace }: ReachedFolder): OpenedFolder {
  return {
    stat: statOf(stat),
    names: () => namesIn(inside('')),
    lstat: (name) => statOf(lstatOf(inside(name))),
    isInPlace,
  };
}

/** `readdir` gives U+FFFD for names that are not UTF-8, so bytes are compared only then. */
function namesIn(absolute: string): FoundName[] {
  const names = readdirSync(absolute);
  if (!names.some((name) => name.includes('\uFFFD'))) return names.map((name) => ({ name, isUtf8: true }));
  return readdirSync(absolute, { encoding: 'buffer' }).map((bytes) => {
    return { name: bytes.toString(), isUtf8: isUtf8(bytes) };
  });
}

function openFile(absolute: string): OpenedFile {
  const handle = openSync(absolute, OPEN_FLAGS);
  return {
    stat: () => statOf(fstatOf(handle)),
    read: (into) => readSync(handle, into, 0, into.length, null),
    close: () => closeSync(handle),
  };
}

/** The part of a system's stat that linked folders use. */
export function statOf(stat: SystemStat, platform: NodeJS.Platform = process.platform): FileSystemStat {
  return {
    kind: kindOf(stat),
    device: stat.dev,
    inode: stat.ino,
    sizeBytes: stat.size,
    mtimeMs: stat.mtimeMs,
    ctimeMs: stat.ctimeMs,
    mode: platform === 'win32' ? NO_MODE : stat.mode,
  };
}

function kindOf(stat: SystemStat): FileSystemStat['kind'] {
  if (stat.isFile()) return 'file';
  if (stat.isDirectory()) return 'dir';
  return stat.isSymbolicLink() ? 'link' : 'other';
}
