import type { LibraryId } from '../../core/library/library-id.ts';
import { WIDE_FOLDER_BYTES, WIDE_FOLDERS_READ_AT_ONCE, WIDE_FOLDERS_WAITING } from '../../core/limits.ts';
import type { Dirent } from '../../core/objects/dir-object.ts';
import type { ReadDir } from '../../core/tree/read-dir.ts';
import { SharedSemaphore } from '../scheduling/shared-semaphore.ts';
import { createSingleFlight } from '../scheduling/single-flight.ts';
import { createReadDir } from './directory-reader.ts';
import type { RetainedReader } from './retained-reader.ts';

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
