import { datedInCalendar, isInCalendar } from '../../core/calendar.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { WIDE_FOLDER_BYTES, WIDE_FOLDERS_READ_AT_ONCE, WIDE_FOLDERS_WAITING } from '../../core/limits.ts';
import { type Dirent, decodeDirInSteps } from '../../core/objects/dir-object.ts';
import { EMPTY_ID, type ObjectId } from '../../core/objects/object-id.ts';
import { inSteps } from '../../core/steps.ts';
import type { ReadDir } from '../../core/tree/read-dir.ts';
import type { LibraryObjects } from '../../store/objects/object-store.ts';
import { SharedSemaphore } from '../scheduling/shared-semaphore.ts';
import { createSingleFlight } from '../scheduling/single-flight.ts';
import { yieldToEventLoop } from '../scheduling/yield-to-event-loop.ts';
import type { RetainedReader } from './retained-reader.ts';

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

/** Some milliseconds of whatever is done with them. */
const ROWS_BEFORE_YIELD = 2_000;
/** What a folder costs beside its rows, however few it has. */
const ROWS_A_FOLDER = 10;

let rowsSinceYield = 0;

/**
 * Called for each folder that a caller reads, with the number of its rows: after some thousands of them other work has its
 * turn. One count for all readers, as there is one event loop: trees may name a folder of a few bytes over and over, and
 * walks of them make readers as they need them. What is read from memory counts as well, because nothing else waits there.
 */
export async function countRowsRead(rows: number): Promise<void> {
  rowsSinceYield += rows + ROWS_A_FOLDER;
  if (rowsSinceYield < ROWS_BEFORE_YIELD) return;
  rowsSinceYield = 0;
  await yieldToEventLoop();
}

/** Begins to count anew, for a run that has to go the same way each time. */
export function countRowsAnew(): void {
  rowsSinceYield = 0;
}

/**
 * Reading of folders with very many rows, which fill the memory: those who want the same one at the same time get the same
 * rows, and of different ones two are read at a time.
 */
export class WideFolders {
  readonly #semaphore = new SharedSemaphore({
    atOnce: WIDE_FOLDERS_READ_AT_ONCE,
    waiting: WIDE_FOLDERS_WAITING,
  });
  readonly #once = createSingleFlight<string, readonly Dirent[]>();
  readonly #wideBytes: number;

  constructor(wideBytes = WIDE_FOLDER_BYTES) {
    this.#wideBytes = wideBytes;
  }

  /** As `createReadDir`. @throws DomainError `busy` as well (while reading) */
  readDirOf(libraryId: LibraryId, objects: RetainedReader): ReadDir {
    const readDir = createReadDir(objects);
    return (id) => {
      if ((objects.sizeOf('fs', id) ?? 0) < this.#wideBytes) return readDir(id);
      return this.#once(`${libraryId} ${id}`, () => this.#semaphore.run(() => readDir(id)));
    };
  }
}
