import type { LinkedFolderId } from '../../core/folder/linked-folder.ts';

/**
 * Name of the file that tells a linked folder from any other folder at its place: an empty mount point, another disk,
 * a copy. Never taken in, never counted.
 */
export const MARKER_FILE = '.keepfold-folder';

const MESSAGES = 'This folder is kept by Keepfold. This file says which folder it is: please leave it here.';

/** Text of the marker of a linked folder. */
export function markerText(id: LinkedFolderId): string {
  return `${JSON.stringify({ folder_id: id, words: MESSAGES })}\n`;
}

/** The linked folder that a marker is about; empty for a text that is no marker. */
export function parseMarker(text: string): string {
  try {
    const parsed: unknown = JSON.parse(text);
    const id: unknown = typeof parsed === 'object' && parsed !== null ? Reflect.get(parsed, 'folder_id') : '';
    return typeof id === 'string' ? id : '';
  } catch {
    return '';
  }
}
