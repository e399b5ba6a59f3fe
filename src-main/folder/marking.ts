import type { LinkedFolderId } from '../core/folder/linked-folder.ts';
import { standInName } from './checkout/own-names.ts';
import { codeOf } from './disk-error.ts';
import type { FileSystem } from './file-system.ts';
import { MARKER_FILE, markerText } from './marker.ts';

const UNFINISHED = standInName('mark');

/**
 * Marks the folder as the linked one, instead of whatever mark it has. At no moment is there none or half of one.
 * Durable on return. False when the folder cannot be written to, which hinders nothing but telling it apart.
 */
export async function mark(hands: FileSystem, id: LinkedFolderId): Promise<boolean> {
  try {
    await unlinkIfThere(hands, UNFINISHED);
    const file = await hands.create(UNFINISHED, 0o644);
    try {
      await file.write(Buffer.from(markerText(id)));
      await file.sync();
    } finally {
      await file.close();
    }
    await hands.rename(UNFINISHED, MARKER_FILE);
    await hands.syncFolder('');
    return true;
  } catch (error) {
    if (codeOf(error) === '') throw error;
    return false;
  }
}

/** Takes the mark away; what cannot be written to keeps it. */
export async function unmark(hands: FileSystem): Promise<void> {
  try {
    await hands.unlink(MARKER_FILE);
  } catch (error) {
    if (codeOf(error) === '') throw error;
  }
}

async function unlinkIfThere(hands: FileSystem, path: string): Promise<void> {
  try {
    await hands.unlink(path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}
