import type { Caller } from '../../core/access/caller.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import type { CommitId } from '../../core/objects/object-id.ts';
import type { LibraryEdits } from '../../engine/edits/library-edits.ts';
import type { CommitResult } from '../../engine/heads/change-library.ts';
import type { LibraryAccess } from '../access/library-access.ts';

export interface VersionRestoresDependencies {
  readonly access: LibraryAccess;
  readonly edits: Pick<LibraryEdits, 'restore'>;
}

/** A version of a file: what had the path at the commit. */
export interface WantedVersion {
  readonly path: string;
  readonly commitId: CommitId;
}

/** Giving a file the contents it once had, also when it had another name then. */
export type VersionRestores = ReturnType<typeof createVersionRestores>;

export function createVersionRestores({ access, edits }: VersionRestoresDependencies) {
  return {
    /**
     * Puts a version in the place of the file, which stays in history, as a new commit. A file that is gone comes back;
     * a folder that has its path stays, and the version goes beside it. Durable on return.
     * @throws DomainError `library-not-found`, `permission-denied`, `library-read-only`, `commit-not-found`,
     * `file-not-found` when the version is no file
     */
    async restore(
      caller: Caller,
      { libraryId, path }: { readonly libraryId: LibraryId; readonly path: string },
      version: WantedVersion,
    ): Promise<CommitResult & { readonly path: string }> {
      access.writable(caller, libraryId);
      const from = { ...version, kind: 'file' } as const;
      const { made, restored } = await edits.restore({
        ...{ libraryId, author: caller.email },
        items: [{ from, to: path, onTaken: 'conflict-copy' }],
      });
      return { ...made, path: restored[0]?.path ?? path };
    },
  };
}
