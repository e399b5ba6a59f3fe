import { constants } from 'node:fs';
import { type FileHandle, link, mkdir, open, readdir, rename, rmdir, statfs, unlink } from 'node:fs/promises';
import { codeOf } from './disk-error.ts';
import type { FileSystem, WritableFile } from './file-system.ts';
import { statOf } from './node-fs-reader.ts';
import { openSafePath } from './safe-path.ts';
import { lstatSoon, statOfHandle } from './system-stat.ts';

/** Exclusive creation never follows a link, whatever it points to. */
const CREATE_FLAGS = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);

const READ_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

const FOLDER_FLAGS = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** Writes on the real disk. Every path is reached without following links; see `openSafePath`. */
export function createNodeFileSystem(root: string): FileSystem {
  async function at<T>(path: string, work: (absolute: string) => Promise<T>): Promise<T> {
    const place = openSafePath(root, path);
    try {
      return await work(place.absolute);
    } finally {
      place.close();
    }
  }

  const atBoth = <T>(from: string, to: string, work: (from: string, to: string) => Promise<T>) =>
    at(from, (source) => at(to, (target) => work(source, target)));

  return {
    space: () => spaceOf(root),
    lstat: (path) => at(path, async (absolute) => statOf(await lstatSoon(absolute))),
    names: (path) => at(path, (absolute) => readdir(absolute)),
    create: (path, mode) => at(path, async (absolute) => handFile(await open(absolute, CREATE_FLAGS, mode))),
    rename: (from, to) => atBoth(from, to, rename),
    link: (from, to) => atBoth(from, to, link),
    unlink: (path) => at(path, unlink),
    makeFolder: (path) => at(path, (absolute) => mkdir(absolute)),
    removeFolder: (path) => at(path, (absolute) => rmdir(absolute)),
    setMode: (path, mode) => at(path, (absolute) => setMode(absolute, mode)),
    syncFolder: (path) => at(path, syncFolder),
  };
}

async function spaceOf(root: string): Promise<{ freeBytes: number; totalBytes: number }> {
  try {
    const { bavail, blocks, bsize } = await statfs(root);
    // Some network disks report zeros.
    if (blocks > 0) return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch (error) {
    if (codeOf(error) === '') throw error;
  }
  return { freeBytes: Number.POSITIVE_INFINITY, totalBytes: 0 };
}

/** Through an open file: changing the mode by name would follow a link that took the file's place. */
async function setMode(absolute: string, mode: number): Promise<void> {
  const handle = await open(absolute, READ_FLAGS);
  try {
    await handle.chmod(mode);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function syncFolder(absolute: string): Promise<void> {
  // Windows has no fsync of folders; its renames are journalled.
  if (process.platform === 'win32') return;
  const handle = await open(absolute, FOLDER_FLAGS);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function handFile(handle: FileHandle): WritableFile {
  return {
    write: (bytes) => handle.writeFile(bytes),
    setMtime: (mtimeMs) => handle.utimes(mtimeMs / 1000, mtimeMs / 1000),
    stat: async () => statOf(await statOfHandle(handle)),
    sync: () => handle.sync(),
    close: () => handle.close(),
  };
}
