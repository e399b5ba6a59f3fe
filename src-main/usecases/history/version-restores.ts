import type { Caller } from '../../core/access/caller.ts';
import { DomainError } from '../../core/errors.ts';
import { describeReverted } from '../../core/history/describe.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { nameOf } from '../../core/library/path.ts';
import type { CommitId } from '../../core/objects/object-id.ts';
import { putItem } from '../../core/tree/put-item.ts';
import { commitPlanned, type PlannedCommitsDependencies } from '../../engine/edits/planned-commits.ts';
import type { CommitResult } from '../../engine/heads/change-library.ts';
import type { LibraryContents } from '../../engine/reading/library-contents.ts';
import type { LibraryAccess } from '../access/library-access.ts';

export interface VersionRestoresDependencies extends PlannedCommitsDependencies {
  readonly access: LibraryAccess;
  readonly contents: LibraryContents;
}

/** A version of a file: what had the path at the commit. */
export interface WantedVersion {
  readonly path: string;
  readonly commitId: CommitId;
}

/** Giving a file the contents it once had, also when it had another name then. */
export type VersionRestores = ReturnType<typeof createVersionRestores>;

export function createVersionRestores(deps: VersionRestoresDependencies) {
  const { access, contents } = deps;

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
      const { library } = access.writable(caller, libraryId);
      const item = await contents.entryAt(library, version.path, version.commitId);
      if (item?.kind !== 'file') throw new DomainError('file-not-found', { value: version.path });
      const commit = contents.commitAt(library, version.commitId);
      const { made } = await commitPlanned(deps, {
        libraryId,
        author: caller.email,
        description: describeReverted({ kind: 'file', name: nameOf(path) }, commit),
        isDryRun: false,
        plan: async (now) => {
          const there = await contents.entryAt(now, path);
          return { steps: [{ change: putItem(item, path, there?.id) }] };
        },
      });
      if (made === null) throw new Error('a version to restore is a step');
      return { ...made, path: made.conflicts[0]?.conflictPath ?? path };
    },
  };
}
