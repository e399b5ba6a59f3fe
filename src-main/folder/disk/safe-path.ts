import { closeSync, constants, existsSync, lstatSync, openSync, readlinkSync } from 'node:fs';
import { joinPath, parentPath } from '../../core/folder/folder-entry.ts';

/** A name in a folder that was reached without following any link, valid until `close`. */
export interface SafePath {
  readonly absolute: string;
  close(): void;
}

/** Opens a folder only as a starting point, without the right to read it. Exists on Linux only, as this number. */
const O_PATH = 0x20_0000;

/** A link that took the folder's place is not followed. */
export const FOLDER_FLAGS = O_PATH | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0);

export const hasDescriptors = process.platform === 'linux' && existsSync('/proc/self/fd');

/**
 * Linux has a path for an open descriptor, which does what `openat` does. By process id, where that is correct, a call
 * takes a fifth less than by `self`.
 */
export const DESCRIPTORS =
  hasDescriptors && readlinkSync('/proc/self') === String(process.pid)
    ? `/proc/${process.pid}/fd`
    : '/proc/self/fd';

/**
 * The place of `path` below `root`, for one call to the file system. A program that exchanges a folder for a link at
 * any moment leads no call out of the root: on Linux every step starts from the open folder. Elsewhere each folder is
 * only checked first, and an exchange between check and call would be followed; Node offers nothing better there.
 * @throws what the system says: `ENOENT`, `ENOTDIR` or `ELOOP` when a folder of the path is missing or is no folder
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
