import { DIR_MODE, type Dirent } from '../objects/dir-object.ts';
import type { ObjectId } from '../objects/object-id.ts';
import type { ReadDir } from './read-dir.ts';
import { splitPath } from './split-path.ts';

/**
 * The dirent at a path below a root, or null when there is none. The root itself is a folder with an empty name and
 * no time of its own (0).
 * @throws DomainError `path-invalid`
 */
export async function findEntry(readDir: ReadDir, rootId: ObjectId, path: string): Promise<Dirent | null> {
  let entry: Dirent = { kind: 'dir', name: '', id: rootId, mode: DIR_MODE, mtimeSeconds: 0 };
  for (const name of splitPath(path)) {
    if (entry.kind === 'file') return null;
    const rows = await readDir(entry.id);
    const found = rows.find((row) => row.name === name);
    if (found === undefined) return null;
    entry = found;
  }
  return entry;
}
