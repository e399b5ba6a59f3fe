import type { Change } from '../../core/history/change.ts';
import { commitOnRecord } from '../../core/history/commit-on-record.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import type { Owner } from '../../core/library/owner.ts';
import type { Commit } from '../../core/objects/commit.ts';
import type { CommitId } from '../../core/objects/object-id.ts';
import { diffTrees, WITHOUT_END } from '../../core/tree/diff.ts';
import type { ReadDir } from '../../core/tree/read-dir.ts';
import { countChanges, countTree, type TotalsDelta, type TreeTotals } from '../../core/tree/statistics.ts';
import type { LibraryObjects } from '../../store/objects/object-store.ts';
import type { Ports } from '../ports.ts';
import { createReadDir } from '../reading/directory-reader.ts';
import { isUnreadable, readCommit } from '../reading/stored-commits.ts';
import { yieldToEventLoop } from '../scheduling/yield-to-event-loop.ts';
import { recordHeadMove, sumUpMove } from './commit-records.ts';
import { type MissedCommits, missedCommits } from './missed-commits.ts';
import { applyTrashUpdate, planTrashUpdate, type TrashUpdate } from './trash-update.ts';

export type AdoptDependencies = Pick<
  Ports,
  'libraryTable' | 'historyTable' | 'trashTable' | 'itemMarks' | 'objects' | 'transaction'
>;

export interface AdoptedHead {
  /** Commits recorded. */
  readonly commits: number;
  /** Commits that others name as parent and that are not there or not readable: history before them is lost. */
  readonly missing: readonly CommitId[];
}

const NO_UPDATE: TrashUpdate = { deleted: [], returned: [], returnedItems: [] };
const NO_TOTALS: TreeTotals = { fileCount: 0, sizeBytes: 0 };

/**
 * Brings the record of a library up to a head that was acknowledged once and that the database does not know: history,
 * trash and totals are made again from the commits and their trees. A library that is not on record comes on record.
 * Commit by commit, so that a crash leaves a state from which this goes on.
 * @throws DomainError `object-missing`, `object-corrupt` when the head commit itself cannot be read
 */
export async function adoptHead(
  deps: AdoptDependencies,
  target: { readonly id: LibraryId; readonly headId: CommitId; readonly owner: Owner },
): Promise<AdoptedHead> {
  const { id, headId } = target;
  const store = deps.objects.library(id);
  const missed = await missedCommits(store, headId, (commit) => deps.historyTable.find(id, commit) !== null);
  const adoption = new Adoption(deps, { ...target, store, missed });
  for (const commitId of missed.order) {
    const commit = await readCommit(store, commitId);
    const authorEmail = (missed.pushedBy.get(commitId) ?? commit.authorEmail).toLowerCase();
    await adoption.take(commitOnRecord({ ...commit, authorEmail }));
  }
  return { commits: missed.order.length, missing: missed.missing };
}

interface AdoptionFacts {
  readonly id: LibraryId;
  readonly owner: Owner;
  readonly store: LibraryObjects;
  readonly missed: MissedCommits;
}

class Adoption {
  readonly #deps: AdoptDependencies;
  readonly #facts: AdoptionFacts;
  readonly #readDir: ReadDir;
  /** False while the totals on record are those of a tree that could not be read. */
  #hasTotals = true;

  constructor(deps: AdoptDependencies, facts: AdoptionFacts) {
    this.#deps = deps;
    this.#facts = facts;
    this.#readDir = createReadDir(facts.store);
  }

  async take(commit: Commit): Promise<void> {
    const library = this.#deps.libraryTable.find(this.#facts.id);
    if (library === null) return this.#begin(commit);
    const changes = await this.#changesOf(commit);
    const delta = changes === null ? null : await this.#deltaOf(changes);
    const totals = await this.#totalsOf(library, commit, delta);
    const counted = delta?.counted ?? null;
    const trashUpdate = await this.#planTrash(library, commit, changes);
    const move = { library, commit, changes: changes ?? [] };
    const summed = await sumUpMove({ ...move, counted }, yieldToEventLoop);
    this.#deps.transaction(() => {
      const isMergedIn = !this.#facts.missed.main.has(commit.id);
      recordHeadMove(this.#deps, { ...move, totals, summed, isMergedIn });
      applyTrashUpdate(this.#deps.trashTable, library.id, trashUpdate);
    });
  }

  async #begin(commit: Commit): Promise<void> {
    const { id, owner } = this.#facts;
    const { libraryTable, historyTable, transaction } = this.#deps;
    const totals = await this.#countTree(commit);
    const library: Library = {
      id,
      owner,
      name: commit.libraryName,
      description: commit.libraryDescription,
      headId: commit.id,
      rootId: commit.rootId,
      headSeq: 1,
      ...totals,
      updatedAtSeconds: commit.ctimeSeconds,
      modifierEmail: commit.authorEmail,
      status: 'normal',
      encryption: commit.encryption,
      keepDays: -1,
      historyFromSeconds: 0,
      retainedFromSeq: 1,
      createdAtSeconds: commit.ctimeSeconds,
    };
    transaction(() => {
      libraryTable.insert(library);
      historyTable.append(commit, 1, []);
    });
  }

  /** Null when one of the trees is gone: garbage collection keeps commits without their trees. */
  async #changesOf(commit: Commit): Promise<readonly Change[] | null> {
    const { historyTable } = this.#deps;
    const parent = commit.parentId === null ? null : historyTable.find(this.#facts.id, commit.parentId);
    if (parent === null) return null;
    try {
      return await diffTrees(this.#readDir, parent.rootId, commit.rootId, {
        yieldToEventLoop,
        most: WITHOUT_END,
      });
    } catch (error) {
      if (isUnreadable(error)) return null;
      throw error;
    }
  }

  /** Null when a folder that came or went cannot be read. */
  async #deltaOf(changes: readonly Change[]): Promise<TotalsDelta | null> {
    try {
      return await countChanges(this.#readDir, changes, yieldToEventLoop);
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      return null;
    }
  }

  async #totalsOf(library: Library, commit: Commit, delta: TotalsDelta | null): Promise<TreeTotals> {
    // After a merged branch the commit before is not the parent that the changes are against.
    if (delta === null || !this.#hasTotals || commit.parentId !== library.headId) {
      return this.#countTree(commit);
    }
    return {
      fileCount: library.fileCount + delta.fileCountDelta,
      sizeBytes: library.sizeBytes + delta.sizeBytesDelta,
    };
  }

  async #countTree(commit: Commit): Promise<TreeTotals> {
    try {
      const totals = await countTree(this.#readDir, commit.rootId);
      this.#hasTotals = true;
      return totals;
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      this.#hasTotals = false;
      return NO_TOTALS;
    }
  }

  /** What a merged branch deleted is told by the merge. */
  async #planTrash(
    library: Library,
    commit: Commit,
    changes: readonly Change[] | null,
  ): Promise<TrashUpdate> {
    const { parentId } = commit;
    if (changes === null || parentId === null || !this.#facts.missed.main.has(commit.id)) return NO_UPDATE;
    const { trashTable } = this.#deps;
    const before = { ...library, headId: parentId };
    try {
      const readDir = this.#readDir;
      return await planTrashUpdate({ trashTable, readDir, library: before, commit, changes });
    } catch (error) {
      if (isUnreadable(error)) return NO_UPDATE;
      throw error;
    }
  }
}
