import { DomainError } from '../../core/errors.ts';
import { type Commit, decodeCommit } from '../../core/objects/commit.ts';
import type { CommitId } from '../../core/objects/object-id.ts';
import type { LibraryObjects } from '../../store/objects/object-store.ts';

/** @throws DomainError `object-missing`, `object-corrupt` */
export async function readCommit(store: LibraryObjects, id: CommitId): Promise<Commit> {
  return decodeCommit(await store.read('commit', id));
}

/** Whether the error says that stored data is gone or damaged, rather than that something else went wrong. */
export function isUnreadable(error: unknown): error is DomainError {
  return error instanceof DomainError && (error.code === 'object-missing' || error.code === 'object-corrupt');
}

/** As `isUnreadable`, or the error says that a commit is no longer kept. */
export function isNotKept(error: unknown): error is DomainError {
  return isUnreadable(error) || (error instanceof DomainError && error.code === 'commit-not-found');
}
