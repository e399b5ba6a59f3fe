import type { Library } from '../../core/library/library.ts';
import { isLibraryId } from '../../core/library/library-id.ts';
import type { CommitId } from '../../core/objects/object-id.ts';
import type { ChangeLibrary } from '../../engine/heads/change-library.ts';
import type { PushResult } from '../../engine/heads/push-commit.ts';
import type { StorageQuotas } from '../../engine/objects/storage-quotas.ts';
import type { LibraryTable } from '../../store/sqlite/libraries.ts';
import { callerOf, type SyncVisit } from '../access/sync-access.ts';
import type { LibraryListing } from './library-listing.ts';

export interface SyncHeadsDependencies {
  readonly libraryTable: Pick<LibraryTable, 'find'>;
  readonly changeLibrary: Pick<ChangeLibrary, 'pushCommit'>;
  readonly quotas: StorageQuotas;
  readonly listing: LibraryListing;
}

/** Heads as sync clients ask for them and move them. */
export type SyncHeads = ReturnType<typeof createSyncHeads>;

export function createSyncHeads({ libraryTable, changeLibrary, quotas, listing }: SyncHeadsDependencies) {
  return {
    /** @throws DomainError `quota-exceeded` */
    requireRoom: (library: Library, addedBytes: number): void => {
      if (addedBytes > 0) quotas.require(library, addedBytes);
    },

    /** Heads by library id; ids of no live library are left out. No token is needed: clients send none. */
    headsOf(ids: readonly string[]): Record<string, CommitId> {
      const heads: Record<string, CommitId> = {};
      for (const id of ids) {
        const library = isLibraryId(id) ? libraryTable.find(id) : null;
        if (library !== null) heads[library.id] = library.headId;
      }
      return heads;
    },

    /** Durable on return. @throws DomainError as `ChangeLibrary.pushCommit` */
    push: ({ bearer, library }: SyncVisit, commitId: CommitId): Promise<PushResult> =>
      changeLibrary.pushCommit({ libraryId: library.id, commitId, author: bearer.email }),

    /** Every library that the holder of the token reaches, each once. */
    reachedBy: ({ bearer }: SyncVisit) =>
      listing
        .places(callerOf(bearer), { kinds: new Set(['mine', 'shared', 'group']) })
        .filter(
          ({ view }, at, all) => all.findIndex((other) => other.view.library.id === view.library.id) === at,
        ),
  };
}
