import type { Dirent } from '../objects/dir-object.ts';
import type { ObjectId } from '../objects/object-id.ts';
import { corrupt } from '../objects/parse-object.ts';
import type { ReadDir } from './read-dir.ts';
import { MAX_DEPTH } from './split-path.ts';

export type DirentsByName = ReadonlyMap<string, Dirent>;

/**
 * The dirents of a folder, in their own order; none where there is no folder. `depth` counts from 0 at the root.
 * @throws DomainError `object-corrupt` below `MAX_DEPTH` folders.
 */
export async function direntsOf(
  readDir: ReadDir,
  id: ObjectId | undefined,
  depth: number,
): Promise<readonly Dirent[]> {
  if (id === undefined) return NO_DIRENTS;
  if (depth > MAX_DEPTH) throw corrupt(id, 'too-deep');
  return readDir(id);
}

/** As `direntsOf`, by name. */
export async function direntsByName(
  readDir: ReadDir,
  id: ObjectId | undefined,
  depth: number,
): Promise<DirentsByName> {
  return new Map((await direntsOf(readDir, id, depth)).map((dirent) => [dirent.name, dirent]));
}

const NO_DIRENTS: readonly Dirent[] = [];
