import { nameOf, parentOf } from '../library/path.ts';
import type { ObjectId } from '../objects/object-id.ts';
import { inSteps } from '../steps.ts';
import type { ApplyOptions } from './apply.ts';
import type { ReadDir } from './read-dir.ts';
import { invalidPath, splitPath } from './split-path.ts';
import {
  folderRow,
  type NewDir,
  openSubfolder,
  openWorkingDir,
  sealWorkingDir,
  setRow,
  type TreeResult,
} from './working-tree.ts';

export interface ReplacedFolder {
  readonly path: string;
  /** What it holds from now on. */
  readonly id: ObjectId;
}

/**
 * The tree in which a folder has another content and the time of now, as have those that it is in.
 * @throws DomainError `path-invalid` for the root and where there is no folder
 */
export async function replaceFolder(
  readDir: ReadDir,
  rootId: ObjectId,
  { path, id }: ReplacedFolder,
  { nowSeconds, yieldToEventLoop }: ApplyOptions,
): Promise<Pick<TreeResult, 'rootId' | 'dirs'>> {
  const dirs = { readDir, yieldToEventLoop };
  const root = await openWorkingDir(dirs, rootId);
  let parent = root;
  for (const name of splitPath(parentOf(path))) {
    const folder = await openSubfolder(dirs, parent, name);
    if (folder === null) throw invalidPath(path, 'not-a-folder');
    parent = folder;
  }
  const name = nameOf(path);
  if (parent.rows.get(name)?.kind !== 'dir') throw invalidPath(path, 'not-a-folder');
  setRow(parent, folderRow(name, nowSeconds, id));
  const made = new Map<ObjectId, NewDir>();
  const sealed = await inSteps(sealWorkingDir(root, made), yieldToEventLoop);
  return { rootId: sealed, dirs: [...made.values()] };
}
