import type { Dirent } from '../objects/dir-object.ts';
import type { ObjectId } from '../objects/object-id.ts';
import type { TreeChange } from './apply.ts';

/**
 * What puts an item at a path, under the name that the path has; a folder comes with all that is in it.
 * @param base the file that it replaces; null: nothing is to be there
 */
export function putItem(item: Dirent, path: string, base: ObjectId | null = null): TreeChange {
  if (item.kind === 'dir') return { op: 'mkdir', path, id: item.id, mtimeSeconds: item.mtimeSeconds };
  const { name: _name, ...dirent } = item;
  return { op: 'put', path, dirent, base };
}
