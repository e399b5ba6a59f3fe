import { type Dirent, decodeDirInSteps } from '../core/objects/dir-object.ts';
import { EMPTY_ID, type ObjectId } from '../core/objects/object-id.ts';
import { inTurns } from '../core/steps.ts';
import type { ReadDir } from '../core/tree/read-dir.ts';
import type { LibraryObjects } from '../store/objects/object-store.ts';
import { nextTurn } from './next-turn.ts';

/** Reads dir objects of one library as dirents; the empty folder needs no object. */
export function createReadDir(objects: Pick<LibraryObjects, 'read'>): ReadDir {
  return async (id) => (id === EMPTY_ID ? [] : decodeDirInTurns(id, await objects.read('fs', id)));
}

/**
 * As `decodeDir`; others have turns while a long folder is read.
 * @throws DomainError `object-corrupt`
 */
export function decodeDirInTurns(id: ObjectId, bytes: Uint8Array): Promise<Dirent[]> {
  return inTurns(decodeDirInSteps(id, bytes), nextTurn);
}
