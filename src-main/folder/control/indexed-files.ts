import { type FolderEntry, joinPath } from '../../core/folder/folder-entry.ts';
import type { FolderIndex } from '../ports.ts';

/**
 * The files in the index of a linked folder, read folder by folder, as the rows of a million files do not fit into
 * memory.
 */
export function* indexedFiles(
  index: Pick<FolderIndex, 'entriesIn'>,
  folderKey: number,
): Generator<FolderEntry> {
  const waiting = [''];
  for (let dir = waiting.pop(); dir !== undefined; dir = waiting.pop()) {
    for (const row of index.entriesIn(folderKey, dir)) {
      if (row.isDir) waiting.push(joinPath(dir, row.name));
      else yield row;
    }
  }
}
