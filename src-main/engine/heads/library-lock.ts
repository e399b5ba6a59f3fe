import pLimit, { type LimitFunction } from 'p-limit';
import type { LibraryId } from '../../core/library/library-id.ts';

/** Runs one task at a time for each library, in the order of the calls. */
export type LibraryLock = <T>(id: LibraryId, task: () => Promise<T>) => Promise<T>;

/**
 * Serialises work that reads a head and then moves it, so that two writers of one library take turns instead of
 * racing and redoing their work. Tasks of different libraries run side by side.
 */
export function createLibraryLock(): LibraryLock {
  const locks = new Map<LibraryId, LimitFunction>();

  return async function lock<T>(id: LibraryId, task: () => Promise<T>): Promise<T> {
    const mine = locks.get(id) ?? pLimit(1);
    locks.set(id, mine);
    try {
      return await mine(task);
    } finally {
      const isIdle = mine.activeCount + mine.pendingCount === 0;
      if (isIdle && locks.get(id) === mine) locks.delete(id);
    }
  };
}
