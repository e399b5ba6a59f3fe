import { DomainError } from '../../core/errors.ts';

/** Somebody would have to take the same name this many times in a row, each within a commit. */
const MAX_TRIES = 5;

/**
 * Runs work that looks for a free name and then commits: again, when somebody took that name in between.
 * @throws DomainError `name-taken` after five tries
 */
export async function withFreeName<T>(work: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await work();
    } catch (error) {
      const isTaken = error instanceof DomainError && error.code === 'name-taken';
      if (!isTaken || tried === MAX_TRIES) throw error;
    }
  }
}
