import { decodeDir } from '../core/objects/dir-object.ts';
import { EMPTY_ID } from '../core/objects/object-id.ts';
import type { ReadDir } from '../core/tree/read-dir.ts';
import type { LibraryObjects } from '../store/objects/object-store.ts';

/** Reads dir objects of one library as dirents; the empty folder needs no object. */
export function createReadDir(objects: Pick<LibraryObjects, 'read'>): ReadDir {
  return async (id) => (id === EMPTY_ID ? [] : decodeDir(id, await objects.read('fs', id)));
}
