import { isUtf8 } from 'node:buffer';
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  type Stats,
} from 'node:fs';
import { joinPath } from '../core/folder/folder-entry.ts';
import type { FileSystemStat, FoundName, LookFile, LookFileSystem } from './file-system.ts';

/**
 * O_NOFOLLOW: a link that took the file's place is not followed. O_NONBLOCK: opening a FIFO does not hang.
 * Windows has neither.
 */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Eyes on the real disk, for threads that may wait. */
export function createNodeLook(root: string): LookFileSystem {
  return {
    lstat: (path) => statOf(lstatSync(joinPath(root, path))),
    names: (path) => namesIn(joinPath(root, path)),
    open: (path) => openFile(joinPath(root, path)),
  };
}

/** `readdir` gives text with U+FFFD in it for names that are not UTF-8, so only then are the bytes looked at. */
function namesIn(absolute: string): FoundName[] {
  const names = readdirSync(absolute);
  if (!names.some((name) => name.includes('\uFFFD'))) return names.map((name) => ({ name, isUtf8: true }));
  return readdirSync(absolute, { encoding: 'buffer' }).map((bytes) => {
    return { name: bytes.toString(), isUtf8: isUtf8(bytes) };
  });
}

function openFile(absolute: string): LookFile {
  const handle = openSync(absolute, OPEN_FLAGS);
  return {
    stat: () => statOf(fstatSync(handle)),
    read: (into) => readSync(handle, into, 0, into.length, null),
    close: () => closeSync(handle),
  };
}

/** What linked folders want to know of a system's stat. */
export function statOf(stat: Stats): FileSystemStat {
  return {
    kind: kindOf(stat),
    device: stat.dev,
    inode: stat.ino,
    sizeBytes: stat.size,
    mtimeMs: stat.mtimeMs,
    ctimeMs: stat.ctimeMs,
    mode: stat.mode,
  };
}

function kindOf(stat: Stats): FileSystemStat['kind'] {
  if (stat.isFile()) return 'file';
  if (stat.isDirectory()) return 'dir';
  return stat.isSymbolicLink() ? 'link' : 'other';
}
