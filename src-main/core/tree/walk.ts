import { joinPath } from '../library/path.ts';
import type { DirDirent, Dirent } from '../objects/dir-object.ts';
import type { ObjectId } from '../objects/object-id.ts';
import { corrupt } from '../objects/parse-object.ts';
import type { ReadDir } from './read-dir.ts';
import { MAX_DEPTH } from './split-path.ts';

export interface WalkedEntry {
  /** Absolute below the root that was walked. */
  readonly path: string;
  readonly dirent: Dirent;
}

export interface WalkOptions {
  /** Asked for each folder; true leaves its content out. The folder itself is given anyway. */
  readonly prune?: (path: string, dir: DirDirent) => boolean;
}

/**
 * Every file and folder below a root, a folder before its content, siblings in ascending order of their names' bytes.
 * Holds one listing a level, never the whole tree.
 * @throws DomainError `object-corrupt` below `MAX_DEPTH` folders.
 */
export async function* walkTree(
  readDir: ReadDir,
  rootId: ObjectId,
  options: WalkOptions = {},
): AsyncGenerator<WalkedEntry, void, void> {
  const open: OpenDir[] = [await openDir(readDir, rootId, '/')];
  for (let dir = open.at(-1); dir !== undefined; dir = open.at(-1)) {
    const dirent = dir.rest.pop();
    if (dirent === undefined) {
      open.pop();
      continue;
    }
    const path = joinPath(dir.path, dirent.name);
    yield { path, dirent };
    if (dirent.kind === 'file' || options.prune?.(path, dirent)) continue;
    if (open.length > MAX_DEPTH) throw corrupt(dirent.id, 'too-deep');
    open.push(await openDir(readDir, dirent.id, path));
  }
}

interface OpenDir {
  readonly path: string;
  /** What is still to give, last first: the stored order is descending. */
  readonly rest: Dirent[];
}

async function openDir(readDir: ReadDir, id: ObjectId, path: string): Promise<OpenDir> {
  return { path, rest: [...(await readDir(id))] };
}
