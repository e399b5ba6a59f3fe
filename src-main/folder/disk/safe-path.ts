import { closeSync, constants, existsSync, lstatSync, openSync, readlinkSync } from 'node:fs';
import { joinPath, parentPath } from '../../core/folder/folder-entry.ts';

/** A name in a folder that was reached without following any link, usable until `close`. */
export interface SafePath {
  readonly absolute: string;
  close(): void;
}

/** Opens a folder only as a place to start from; needs no right to read it. Linux alone knows it, as this number. */
const O_PATH = 0x20_0000;

/** A link that took the folder's place is not followed. */
export const FOLDER_FLAGS = O_PATH | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0);

export const hasDescriptors = process.platform === 'linux' && existsSync('/proc/self/fd');

/**
 * Linux names the folder behind an open descriptor, which is as good as the system's `openat`. By our own number, where
 * the system tells the same one, a call takes a fifth less than by `self`.
 */
export const DESCRIPTORS =
  hasDescriptors && readlinkSync('/proc/self') === String(process.pid)
    ? `/proc/${process.pid}/fd`
    : '/proc/self/fd';

/**
 * The place of `path` below `root`, for one call of the file system. A program that exchanges a folder on the way for a
 * link, at whatever moment, leads no call out of the root: on Linux every step starts from the folder that is open.
 * Elsewhere each folder is only looked at, and a swap between that look and the call would be followed; Node has
 * nothing better there.
 * @throws what the system says: `ENOENT`, `ENOTDIR` or `ELOOP` when a folder on the way is missing or is none
 */
export function openSafePath(root: string, path: string): SafePath {
  return hasDescriptors ? throughDescriptors(root, path) : throughNames(root, path);
}

function throughDescriptors(root: string, path: string): SafePath {
  const names = path.split('/');
  const last = names.pop() ?? '';
  let folder = openSync(root, FOLDER_FLAGS);
  try {
    for (const name of names) {
      const inner = openSync(`${DESCRIPTORS}/${folder}/${name}`, FOLDER_FLAGS);
      closeSync(folder);
      folder = inner;
    }
  } catch (error) {
    closeSync(folder);
    throw error;
  }
  return { absolute: `${DESCRIPTORS}/${folder}/${last}`, close: () => closeSync(folder) };
}

function throughNames(root: string, path: string): SafePath {
  for (let dir = parentPath(path); dir !== ''; dir = parentPath(dir)) {
    if (lstatSync(joinPath(root, dir)).isDirectory()) continue;
    throw Object.assign(new Error('ENOTDIR: not a folder'), { code: 'ENOTDIR' });
  }
  return { absolute: path === '' ? root : joinPath(root, path), close: () => undefined };
}
