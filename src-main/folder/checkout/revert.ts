import { appendAll } from '../../core/append-all.ts';
import { direntOf, type FolderEntry, joinPath, parentPath } from '../../core/folder/folder-entry.ts';
import { EMPTY_ID } from '../../core/objects/object-id.ts';
import type { FolderIndex } from '../ports.ts';
import type { NewFolder } from './find-differences.ts';
import type { Steps } from './order-steps.ts';

/**
 * Steps that write files and folders which are gone from disk again, as they were when disk and library last agreed.
 * What is there by now stays.
 */
export function stepsToRevert(
  rows: readonly FolderEntry[],
  index: Pick<FolderIndex, 'filesInside' | 'dirsInside'>,
  folderKey: number,
): Steps {
  const dirs = new Set<string>();
  const files: FolderEntry[] = [];
  for (const row of rows) {
    const path = joinPath(row.dir, row.name);
    addParents(dirs, row.dir);
    if (!row.isDir) {
      files.push(row);
      continue;
    }
    addParents(dirs, path);
    for (const dir of index.dirsInside(folderKey, path)) dirs.add(joinPath(dir.dir, dir.name));
    appendAll(files, index.filesInside(folderKey, path));
  }
  return {
    ...{ moveDirs: [], moveFiles: [], removeFiles: [], removeDirs: [], makeThen: [], setModes: [] },
    ...{ removeCopied: [], removeEmptied: [] },
    makeFirst: [...dirs].sort((a, b) => a.split('/').length - b.split('/').length).map(folderOf),
    writeFiles: files.map((row) => ({ path: joinPath(row.dir, row.name), dirent: direntOf(row), row })),
  };
}

function addParents(dirs: Set<string>, path: string): void {
  for (let at = path; at !== ''; at = parentPath(at)) dirs.add(at);
}

function folderOf(path: string): NewFolder {
  return { path, id: EMPTY_ID, isBlocked: false };
}
