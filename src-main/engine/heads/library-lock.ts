import type { LibraryId } from '../../core/library/library-id.ts';

/** Runs one task at a time for each library, in the order of the calls. */
export type LibraryLock = <T>(id: LibraryId, task: () => Promise<T>) => Promise<T>;

/**
 * Serialises work that reads a head and then moves it, so that two writers of one library take turns instead of
 * racing and redoing their work. Tasks of different libraries run side by side.
 */
export function createLibraryLock(): LibraryLock {
  const last = new Map<LibraryId, Promise<unknown>>();

  return async function lock<T>(id: LibraryId, task: () => Promise<T>): Promise<T> {
    const before = last.get(id) ?? Promise.resolve();
    const mine = before.then(task, task);
    // The next in line waits for the end of this task, whichever end it is.
    const ended = mine.then(
      () => undefined,
      () => undefined,
    );
    last.set(id, ended);
    try {
      return await mine;
    } finally {
      if (last.get(id) === ended) last.delete(id);
    }
  };
}
