import type { Commit } from '../../core/objects/commit.ts';
import type { CommitId } from '../../core/objects/object-id.ts';
import type { LibraryObjects } from '../../store/objects/object-store.ts';
import { isUnreadable, readCommit } from '../reading/stored-commits.ts';

export interface MissedCommits {
  /** Parents before children; a merged branch comes right before its merge. */
  readonly order: readonly CommitId[];
  /** Those of them that are reached from the head by first parents alone. */
  readonly main: ReadonlySet<CommitId>;
  /** Known commits at which the search ended. */
  readonly known: ReadonlySet<CommitId>;
  /** Named as a parent, but not there or not readable. */
  readonly missing: readonly CommitId[];
  /**
   * Who pushed those that were merged in, by what their merges say: a merge is made here for the user who pushes, and
   * what a pushed commit says of its author is only the client's word.
   */
  readonly pushedBy: ReadonlyMap<CommitId, string>;
}

/**
 * The commits that a head descends from and that are not on record yet.
 * @throws DomainError `object-missing`, `object-corrupt` when the head itself cannot be read
 */
export async function missedCommits(
  store: LibraryObjects,
  headId: CommitId,
  isOnRecord: (id: CommitId) => boolean,
): Promise<MissedCommits> {
  const search = new Search(store, isOnRecord);
  const chain = isOnRecord(headId) ? [] : await search.chainFrom(headId, await readCommit(store, headId));
  const main = new Set(chain.map(({ id }) => id));
  await search.order(chain);
  const { ordered, known, missing, pushedBy } = search;
  return { order: ordered, main, known, missing, pushedBy };
}

/** All that the search keeps of a commit; a history may be long. */
interface ChainLink {
  readonly id: CommitId;
  readonly merges: Merged | null;
}

interface Merged {
  readonly id: CommitId;
  readonly authorEmail: string;
}

class Search {
  readonly ordered: CommitId[] = [];
  readonly known = new Set<CommitId>();
  readonly missing: CommitId[] = [];
  readonly pushedBy = new Map<CommitId, string>();
  readonly #store: LibraryObjects;
  readonly #isOnRecord: (id: CommitId) => boolean;
  readonly #seen = new Set<CommitId>();

  constructor(store: LibraryObjects, isOnRecord: (id: CommitId) => boolean) {
    this.#store = store;
    this.#isOnRecord = isOnRecord;
  }

  /** A commit and its first parents, oldest first, as far as they are new. */
  async chainFrom(id: CommitId, commit: Commit): Promise<ChainLink[]> {
    const links: ChainLink[] = [];
    let at: Commit | null = commit;
    this.#seen.add(id);
    while (at !== null) {
      const { secondParentId, authorEmail } = at;
      links.push({ id: at.id, merges: secondParentId && { id: secondParentId, authorEmail } });
      at = await this.#next(at.parentId);
    }
    return links.reverse();
  }

  async order(chain: readonly ChainLink[]): Promise<void> {
    for (const { id, merges } of chain) {
      const merged = await this.#next(merges?.id ?? null);
      if (merges !== null) this.pushedBy.set(merges.id, merges.authorEmail);
      if (merged !== null) await this.order(await this.chainFrom(merged.id, merged));
      this.ordered.push(id);
    }
  }

  /** Null where the search ends: at a commit met before, on record, or not readable. */
  async #next(id: CommitId | null): Promise<Commit | null> {
    if (id === null || this.#seen.has(id)) return null;
    this.#seen.add(id);
    if (this.#isOnRecord(id)) {
      this.known.add(id);
      return null;
    }
    try {
      return await readCommit(this.#store, id);
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      this.missing.push(id);
      return null;
    }
  }
}
