import type { LinkedFolderId } from '../../core/folder/linked-folder.ts';
import { codeOf } from './disk-error.ts';
import type { FileSystem } from './file-system.ts';

/** Prefix of temp files with new content. Such names are never taken in. */
const STAND_IN = '.~keepfold-new-';

/** Prefix of displaced files, which wait until their replacement is in place. */
const ASIDE = '.~keepfold-old-';

export function tempName(unique: string): string {
  return `${STAND_IN}${unique}`;
}

export function displacedName(unique: string): string {
  return `${ASIDE}${unique}`;
}

/** Whether a name is one of ours; outside of a step, it was left behind. */
export function isOwnName(name: string): boolean {
  return name.startsWith(STAND_IN) || name.startsWith(ASIDE);
}

/** Whether a file of this name may hold content of a user. */
export function isDisplacedName(name: string): boolean {
  return name.startsWith(ASIDE);
}

/**
 * Name of the file that tells a linked folder from any other at its place: an empty mount point, another disk, a copy.
 * Never taken in, never counted.
 */
export const MARKER_FILE = '.keepfold-folder';

const UNFINISHED = tempName('mark');

const MESSAGES = 'This folder is kept by Keepfold. This file says which folder it is: please leave it here.';

/** Text of the marker of a linked folder. */
function markerText(id: LinkedFolderId): string {
  return `${JSON.stringify({ folder_id: id, words: MESSAGES })}\n`;
}

/** The id in a marker; empty for any other text. */
export function parseMarker(text: string): string {
  try {
    const parsed: unknown = JSON.parse(text);
    const id: unknown = typeof parsed === 'object' && parsed !== null ? Reflect.get(parsed, 'folder_id') : '';
    return typeof id === 'string' ? id : '';
  } catch {
    return '';
  }
}

/**
 * Marks the folder as the linked one, replacing any other mark atomically. Durable on return. False when the folder is
 * not writable, which only means that it cannot be told from others.
 */
export async function mark(fileSystem: FileSystem, id: LinkedFolderId): Promise<boolean> {
  try {
    await unlinkIfThere(fileSystem, UNFINISHED);
    const file = await fileSystem.create(UNFINISHED, 0o644);
    try {
      await file.write(Buffer.from(markerText(id)));
      await file.sync();
    } finally {
      await file.close();
    }
    await fileSystem.rename(UNFINISHED, MARKER_FILE);
    await fileSystem.syncFolder('');
    return true;
  } catch (error) {
    if (codeOf(error) === '') throw error;
    return false;
  }
}

/** Removes the mark; a folder that is not writable keeps it. */
export async function unmark(fileSystem: FileSystem): Promise<void> {
  try {
    await fileSystem.unlink(MARKER_FILE);
  } catch (error) {
    if (codeOf(error) === '') throw error;
  }
}

async function unlinkIfThere(fileSystem: FileSystem, path: string): Promise<void> {
  try {
    await fileSystem.unlink(path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}
