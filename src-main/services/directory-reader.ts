import { datedInCalendar, isInCalendar } from '../core/calendar.ts';
import { type Dirent, decodeDirInSteps } from '../core/objects/dir-object.ts';
import { EMPTY_ID, type ObjectId } from '../core/objects/object-id.ts';
import { inTurns } from '../core/steps.ts';
import type { ReadDir } from '../core/tree/read-dir.ts';
import type { LibraryObjects } from '../store/objects/object-store.ts';
import { nextTurn } from './next-turn.ts';
import { countRowsRead } from './reading-turns.ts';

/**
 * Reads dir objects of one library as dirents; the empty folder needs no object. Times that no calendar has, which older
 * versions took in, read as the nearest that one has.
 */
export function createReadDir(objects: Pick<LibraryObjects, 'read'>): ReadDir {
  return async (id) => {
    if (id === EMPTY_ID) return [];
    const dirents = await decodeDirInTurns(id, await objects.read('fs', id));
    return dirents.every(({ mtimeSeconds }) => isInCalendar(mtimeSeconds))
      ? dirents
      : dirents.map(datedInCalendar);
  };
}

/**
 * As `decodeDir`; others have turns while a long folder is read, and between many short ones.
 * @throws DomainError `object-corrupt`
 */
export async function decodeDirInTurns(id: ObjectId, bytes: Uint8Array): Promise<Dirent[]> {
  const dirents = await inTurns(decodeDirInSteps(id, bytes), nextTurn);
  await countRowsRead(dirents.length);
  return dirents;
}
