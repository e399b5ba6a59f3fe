import type { LinkedFolderId } from '../../core/folder/linked-folder.ts';
import { codeOf } from '../disk/disk-error.ts';
import type { FileSystem } from '../disk/file-system.ts';
import { MARKER_FILE, markerText } from '../disk/marker.ts';
import { tempName } from '../disk/own-names.ts';

const UNFINISHED = tempName('mark');

/**
 * Marks the folder as the linked one, instead of whatever mark it has. At no moment is there none or half of one.
 * Durable on return. False when the folder cannot be written to, which hinders nothing but telling it apart.
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

/** Takes the mark away; what cannot be written to keeps it. */
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
