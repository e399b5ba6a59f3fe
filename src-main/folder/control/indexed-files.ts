import { type FolderEntry, joinPath } from '../../core/folder/folder-entry.ts';
import type { FolderIndex } from '../ports.ts';

/** The files of a linked folder as disk and library last agreed about them: folder by folder, as the rows of a million are too many to hold. */
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
