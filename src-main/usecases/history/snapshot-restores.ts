import type { Caller } from '../../core/access/caller.ts';
import type { LibraryEdits } from '../../engine/edits/library-edits.ts';
import type { RestoreSnapshot, SnapshotRestored } from '../../engine/edits/restores.ts';
import type { LibraryAccess } from '../access/library-access.ts';

export interface SnapshotRestoresDependencies {
  readonly access: LibraryAccess;
  readonly edits: Pick<LibraryEdits, 'restoreSnapshot'>;
}

/** Bringing back what was at a moment: items, or everything, as one commit. */
export type SnapshotRestores = ReturnType<typeof createSnapshotRestores>;

export function createSnapshotRestores({ access, edits }: SnapshotRestoresDependencies) {
  return {
    /**
     * Brings items back as they were at a commit, or says what that would do. Durable on return.
     * @throws DomainError `library-not-found`, `permission-denied`, `library-read-only`, `commit-not-found`, `head-moved`
     */
    async restore(caller: Caller, request: Omit<RestoreSnapshot, 'author'>): Promise<SnapshotRestored> {
      access.writable(caller, request.libraryId);
      return edits.restoreSnapshot({ ...request, author: caller.email });
    },
  };
}
