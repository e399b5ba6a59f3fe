import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { isSameOwner } from '../../core/library/owner.ts';
import type { CommitId } from '../../core/objects/object-id.ts';
import type { HeadEntry, HeadJournal } from '../../store/head-journal.ts';
import type { DeletedLibraryTable } from '../../store/sqlite/deleted-libraries.ts';
import { ReachedObjects } from '../objects/reached-objects.ts';
import type { Ports } from '../ports.ts';
import { isUnreadable, readCommit } from '../reading/stored-commits.ts';
import { type AdoptDependencies, adoptHead } from './adopt-head.ts';
import { createJournalRecords, type JournalRecords } from './journal-records.ts';
import { missedCommits } from './missed-commits.ts';

/** What tells whether the database is behind the journal. */
export type StatusDependencies = Pick<AdoptDependencies, 'libraryTable' | 'historyTable'> & {
  readonly deletedLibraryTable: DeletedLibraryTable;
  readonly journal: HeadJournal;
};

export interface ReconcileHeadsDependencies
  extends AdoptDependencies,
    Pick<Ports, 'deletedLibraryTable' | 'journal' | 'clock'> {
  /** Puts every object that is on disk on record again: what forgot a head forgot its objects too. */
  readonly rebuildIndex: () => Promise<unknown>;
}

/** A library whose database record was older than what was acknowledged. */
export interface RolledBackLibrary {
  readonly id: LibraryId;
  readonly name: string;
  /** The head that the journal saw and the database did not know. */
  readonly lostHeadId: CommitId;
  /**
   * `repaired`: the record is what it was, from the commits on disk. `read-only`: something that the head needs is not
   * whole, so the older state stays and nothing is built on it. `missing`: not even the commit of the head is there,
   * and no older state either.
   */
  readonly outcome: 'repaired' | 'read-only' | 'missing';
}

/** What the database says of a library that the journal knows. */
type LibraryStatus = 'live' | 'deleted' | 'purged' | 'absent';

/**
 * Compares what the database says of each library with the journal at start, because SQLite opens a database that lost
 * its newest transactions without a word. A database that is ahead (a stop between the two writes) is journalled now;
 * one that is behind is brought up to what was acknowledged, from the commits themselves, where everything that the
 * lost commits reach is whole. Returned are the libraries that were behind.
 */
export async function reconcileHeads(deps: ReconcileHeadsDependencies): Promise<RolledBackLibrary[]> {
  const last = await deps.journal.lastHeads();
  const reconciliation = new Reconciliation(deps);
  const behind = await entriesAhead(deps);
  if (behind.length > 0) await deps.rebuildIndex();
  const rolledBack: RolledBackLibrary[] = [];
  for (const entry of behind) rolledBack.push(await reconciliation.bringUp(entry));
  const unreconciled = new Set(
    rolledBack.filter(({ outcome }) => outcome !== 'repaired').map(({ id }) => id),
  );
  for (const entry of last.values())
    if (!unreconciled.has(entry.library_id)) await reconciliation.catchUp(entry);
  for (const library of deps.libraryTable.all())
    if (!last.has(library.id)) await reconciliation.records.record('head', library, { prev: null });
  return rolledBack;
}

/** The last journal entries of libraries of which the database has forgotten something that was acknowledged. */
export async function entriesAhead(deps: StatusDependencies): Promise<HeadEntry[]> {
  const last = await deps.journal.lastHeads();
  return [...last.values()].filter((entry) => isBehind(deps, entry));
}

function isBehind(deps: StatusDependencies, entry: HeadEntry): boolean {
  const { library_id: id, head_commit_id: headId, type } = entry;
  const status = statusOf(deps, id);
  if (type === 'purged') return status !== 'purged';
  if (status === 'purged') return false;
  // A head that was rewritten is known: a stop came between the erasing and its entry.
  if (status === 'absent' || !deps.historyTable.isKnown(id, headId)) return true;
  return (status === 'deleted' && type === 'restored') || !isConsistent(deps, id);
}

/** The record of a library and the end of its history are written together, so only damage makes them differ. */
function isConsistent({ libraryTable, historyTable }: StatusDependencies, id: LibraryId): boolean {
  const library = libraryTable.find(id);
  if (library === null) return true;
  const newest = historyTable.findBySeq(id, library.headSeq);
  return newest?.id === library.headId && newest.rootId === library.rootId;
}

function statusOf({ libraryTable, deletedLibraryTable }: StatusDependencies, id: LibraryId): LibraryStatus {
  if (libraryTable.find(id) !== null) return 'live';
  if (deletedLibraryTable.isPurged(id)) return 'purged';
  return deletedLibraryTable.find(id) === null ? 'absent' : 'deleted';
}

class Reconciliation {
  readonly #deps: ReconcileHeadsDependencies;
  readonly records: JournalRecords;

  constructor(deps: ReconcileHeadsDependencies) {
    this.#deps = deps;
    this.records = createJournalRecords(deps);
  }

  async bringUp(entry: HeadEntry): Promise<RolledBackLibrary> {
    const { library_id: id, name, head_commit_id: lostHeadId } = entry;
    return { id, name, lostHeadId, outcome: await this.#bringUp(entry) };
  }

  async #bringUp(entry: HeadEntry): Promise<RolledBackLibrary['outcome']> {
    const { libraryTable, deletedLibraryTable, transaction } = this.#deps;
    const { library_id: id, at_s } = entry;
    if (entry.type === 'purged') {
      // What is left of it goes with the purges that a stop cut short.
      transaction(() => deletedLibraryTable.bury(id, at_s));
      return 'repaired';
    }
    deletedLibraryTable.restore(id);
    const library = libraryTable.find(id);
    if (!(await this.#canAdopt(entry, library))) {
      libraryTable.setStatus(id, 'read-only');
      return library === null ? 'missing' : 'read-only';
    }
    await adoptHead(this.#deps, { id, headId: entry.head_commit_id, owner: entry.owner });
    this.#keepFrom(entry);
    if (entry.type === 'deleted') libraryTable.markDeleted(id, at_s);
    return 'repaired';
  }

  /** What was collected once is gone, also for a database that has forgotten it. */
  #keepFrom({ library_id: id, kept_from }: HeadEntry): void {
    const kept = kept_from === undefined ? null : this.#deps.historyTable.find(id, kept_from);
    if (kept !== null) this.#deps.libraryTable.keepFrom(id, kept.seq);
  }

  /** From where content is kept, where the journal names that commit as it was before something was erased. */
  #keptAnew({ library_id: id, kept_from }: HeadEntry): CommitId | undefined {
    if (kept_from === undefined || this.#deps.historyTable.find(id, kept_from) !== null) return undefined;
    return this.#deps.historyTable.findRewritten(id, kept_from)?.id;
  }

  /** A library that is not on record is taken as far as its head is there: there is no older state to keep. */
  async #canAdopt(entry: HeadEntry, library: Library | null): Promise<boolean> {
    const { objects, historyTable } = this.#deps;
    const store = objects.library(entry.library_id);
    const headId = entry.head_commit_id;
    try {
      if (library === null) return (await readCommit(store, headId)).id === headId;
      const missed = await missedCommits(store, headId, (id) => historyTable.find(library.id, id) !== null);
      if (!isConsistent(this.#deps, library.id)) return false;
      // Something was built on the older state: neither history holds the other.
      if (missed.order.length > 0 && !missed.known.has(library.headId)) return false;
      return missed.missing.length === 0 && (await this.#isWhole(library, missed.order));
    } catch (error) {
      if (isUnreadable(error)) return false;
      throw error;
    }
  }

  /** Reads every byte that the lost commits brought; what the known head reaches was fine before. */
  async #isWhole(library: Library, lost: readonly CommitId[]): Promise<boolean> {
    const store = this.#deps.objects.library(library.id);
    const reached = new ReachedObjects(store);
    await reached.addTree(library.rootId);
    for (const id of lost) {
      const { rootId } = await readCommit(store, id);
      await reached.addTree(rootId, async (block) => void (await store.read('block', block)));
    }
    return true;
  }

  /** Journals what the database knows and the journal does not, or undoes what was acknowledged to be undone. */
  async catchUp(entry: HeadEntry): Promise<void> {
    const { libraryTable, deletedLibraryTable } = this.#deps;
    const { library_id: id, head_commit_id: headId, type } = entry;
    const status = statusOf(this.#deps, id);
    if (status === 'purged') {
      if (type !== 'purged') await this.records.record('purged', { ...entry, id, headId });
      return;
    }
    const library = status === 'live' ? libraryTable.find(id) : deletedLibraryTable.find(id);
    if (library === null) return;
    // A stop before the entry, or an entry of version 0.1.0, which could name the owner before.
    const isTold = library.headId === headId && isSameOwner(library.owner, entry.owner);
    if (status === 'deleted') {
      if (type !== 'deleted' || !isTold) await this.records.record('deleted', library, { prev: headId });
    } else if (type === 'deleted' && library.headId === headId) {
      // Either the deletion was lost or a restore not acknowledged; a deleted library can be restored again.
      libraryTable.markDeleted(id, entry.at_s);
    } else if (!isTold) {
      const keptFrom = this.#keptAnew(entry);
      await this.records.record('head', library, { prev: headId, keptFrom });
    }
  }
}
