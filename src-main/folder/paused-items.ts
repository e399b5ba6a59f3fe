import type { FolderHeldItemJson, FolderHeldJson } from '../../src-shared/local-api.ts';
import { type FolderEntry, joinPath, parentPath } from '../core/folder/folder-entry.ts';
import type { FolderIndex } from './ports.ts';

const MAX_LISTED = 100;

/** What is held, as it is told: by path, and what lies inside a held folder counted with it. */
export function pausedItems(
  rows: readonly FolderEntry[],
  index: Pick<FolderIndex, 'filesInside'>,
  folderKey: number,
): Omit<FolderHeldJson, 'kind'> {
  const items = allPausedItems(rows, index, folderKey);
  const listed = items.slice(0, MAX_LISTED);
  return {
    count: items.reduce((sum, { files }) => sum + files, 0),
    bytes: items.reduce((sum, { bytes }) => sum + bytes, 0),
    paths: listed.map(({ path }) => path),
    items: listed,
  };
}

/** All of them, however many. */
export function allPausedItems(
  rows: readonly FolderEntry[],
  index: Pick<FolderIndex, 'filesInside'>,
  folderKey: number,
): FolderHeldItemJson[] {
  const byPath = new Map(rows.map((row) => [joinPath(row.dir, row.name), row]));
  const isInside = (path: string) => {
    for (let at = parentPath(path); at !== ''; at = parentPath(at)) if (byPath.has(at)) return true;
    return false;
  };
  return [...byPath]
    .filter(([path]) => !isInside(path))
    .map(([path, row]) => {
      const files = row.isDir ? index.filesInside(folderKey, path) : [row];
      const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
      return { path, is_dir: row.isDir, files: files.length, bytes };
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}
