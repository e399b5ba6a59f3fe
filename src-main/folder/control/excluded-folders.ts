import { said } from '../../../src-shared/service-words.ts';
import { type FolderEntry, parentPath } from '../../core/folder/folder-entry.ts';
import { nameOf } from '../../core/library/path.ts';
import { codeOf } from '../disk/disk-error.ts';
import type { FileSystem } from '../disk/file-system.ts';
import type { FolderIndex, FolderProblem } from '../ports.ts';

/**
 * Excluded folders that have left this computer. While the index still has one, its files are being removed from the
 * disk, and changes in them are taken in first; after that it is not scanned.
 */
export function agreedExclusions(
  excluded: readonly string[],
  { index, folderKey }: { readonly index: Pick<FolderIndex, 'entriesIn'>; readonly folderKey: number },
): string[] {
  return excluded.filter((path) => rowAt(path, index, folderKey) === null);
}

/**
 * Forgets excluded folders whose files are gone from the disk, while the folders stay because they hold things that are
 * not kept.
 */
export function dropLeftOver(
  excluded: readonly string[],
  { index, folderKey }: { readonly index: FolderIndex; readonly folderKey: number },
): void {
  for (const path of excluded) {
    const row = rowAt(path, index, folderKey);
    if (row === null || index.filesInside(folderKey, path).length > 0) continue;
    index.apply(folderKey, { removed: [row], put: [] });
  }
}

/** Folders on the disk under the names of excluded ones. They stay as they are, neither taken in nor removed. */
export async function currentExclusions(
  agreed: readonly string[],
  fileSystem: Pick<FileSystem, 'lstat'>,
): Promise<FolderProblem[]> {
  const found: FolderProblem[] = [];
  for (const path of agreed) {
    if (!(await isFolder(path, fileSystem))) continue;
    found.push({ path, reason: 'excluded', said: said('leftOutHere') });
  }
  return found;
}

async function isFolder(path: string, fileSystem: Pick<FileSystem, 'lstat'>): Promise<boolean> {
  try {
    return (await fileSystem.lstat(path)).kind === 'dir';
  } catch (error) {
    if (codeOf(error) === '') throw error;
    return false;
  }
}

function rowAt(path: string, index: Pick<FolderIndex, 'entriesIn'>, folderKey: number): FolderEntry | null {
  const rows = index.entriesIn(folderKey, parentPath(path));
  return rows.find((row) => row.isDir && row.name === nameOf(path)) ?? null;
}
