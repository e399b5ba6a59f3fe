import type { Caller } from '../../core/access/caller.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryListing } from '../libraries/library-listing.ts';
import type { CommitView, HistoryService } from './history.ts';

export interface RecentCommitsDependencies {
  readonly listing: LibraryListing;
  readonly history: Pick<HistoryService, 'after'>;
}

export interface RecentCommit {
  readonly library: Library;
  readonly commit: CommitView;
}

/** What happened last in all the libraries that a user reaches. */
export type RecentCommits = ReturnType<typeof createRecentCommits>;

export function createRecentCommits({ listing, history }: RecentCommitsDependencies) {
  return {
    /** Newest first. Costs as much as is asked for, however many libraries there are. */
    async list(caller: Caller, limit: number): Promise<RecentCommit[]> {
      const views = listing.list(caller, { kinds: new Set(['mine', 'shared', 'group']) });
      // Nothing of a library is newer than its own last change.
      const newest = views
        .map(({ library }) => library)
        .sort((a, b) => b.updatedAtSeconds - a.updatedAtSeconds)
        .slice(0, limit);
      const found: RecentCommit[] = [];
      for (const library of newest) {
        const { commits } = await history.after(caller, library.id, { before: null, limit });
        found.push(...commits.map((commit) => ({ library, commit })));
      }
      return found.sort((a, b) => b.commit.ctimeSeconds - a.commit.ctimeSeconds).slice(0, limit);
    },
  };
}
