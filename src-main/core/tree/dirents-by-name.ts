import type { Dirent } from '../objects/dir-object.ts';
import type { ObjectId } from '../objects/object-id.ts';
import { corrupt } from '../objects/parse-object.ts';
import type { ReadDir } from './read-dir.ts';
import { MAX_DEPTH } from './split-path.ts';

export type DirentsByName = ReadonlyMap<string, Dirent>;

/**
 * The dirents of a folder by name; none where there is no folder. `depth` counts from 0 at the root.
 * @throws DomainError `object-corrupt` below `MAX_DEPTH` folders.
 */
export async function direntsByName(
  readDir: ReadDir,
  id: ObjectId | undefined,
  depth: number,
): Promise<DirentsByName> {
  if (id === undefined) return NO_DIRENTS;
  if (depth > MAX_DEPTH) throw corrupt(id, 'too-deep');
  return new Map((await readDir(id)).map((dirent) => [dirent.name, dirent]));
}

const NO_DIRENTS: DirentsByName = new Map();
