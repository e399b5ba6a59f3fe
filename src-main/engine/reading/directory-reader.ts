import { datedInCalendar, isInCalendar } from '../../core/calendar.ts';
import { type Dirent, decodeDirInSteps } from '../../core/objects/dir-object.ts';
import { EMPTY_ID, type ObjectId } from '../../core/objects/object-id.ts';
import { inSteps } from '../../core/steps.ts';
import type { ReadDir } from '../../core/tree/read-dir.ts';
import type { LibraryObjects } from '../../store/objects/object-store.ts';
import { yieldToEventLoop } from '../scheduling/yield-to-event-loop.ts';
import { countRowsRead } from './count-rows-read.ts';

/**
 * Reads dir objects of one library as dirents; the empty folder needs no object. Times that no calendar has, which older
 * versions took in, read as the nearest that one has.
 */
export function createReadDir(objects: Pick<LibraryObjects, 'read'>): ReadDir {
  return async (id) => {
    if (id === EMPTY_ID) return [];
    const dirents = await decodeDirYielding(id, await objects.read('fs', id));
    return dirents.every(({ mtimeSeconds }) => isInCalendar(mtimeSeconds))
      ? dirents
      : dirents.map(datedInCalendar);
  };
}

/**
 * As `decodeDir`; others have turns while a long folder is read, and between many short ones.
 * @throws DomainError `object-corrupt`
 */
export async function decodeDirYielding(id: ObjectId, bytes: Uint8Array): Promise<Dirent[]> {
  const dirents = await inSteps(decodeDirInSteps(id, bytes), yieldToEventLoop);
  await countRowsRead(dirents.length);
  return dirents;
}
