import type { Caller } from '../../core/access/caller.ts';
import { DomainError } from '../../core/errors.ts';
import { summarize } from '../../core/history/commit-summary.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { ancestorsOf } from '../../core/library/path.ts';
import type { CommitId } from '../../core/objects/object-id.ts';
import { diffMerge } from '../../core/tree/diff-merge.ts';
import { findEntry } from '../../core/tree/tree-lookup.ts';
import { createReadDir } from '../../engine/reading/directory-reader.ts';
import type { HeavyReading, Reading } from '../../engine/reading/heavy-reading.ts';
import { type RetainedReaderDependencies, retainedReader } from '../../engine/reading/retained-reader.ts';
import { oldestShownNow, type RetentionClock } from '../../engine/reading/retention.ts';
import { yieldToEventLoop } from '../../engine/scheduling/yield-to-event-loop.ts';
import type { CommitNoteTable } from '../../store/sqlite/commit-notes.ts';
import type { HistoryEntry, HistoryTable, IndexedChange, OlderThan } from '../../store/sqlite/history.ts';
import type { LibraryAccess } from '../access/library-access.ts';
import type { People } from '../access/people.ts';
import type { PageRequest } from '../libraries/admin-libraries.ts';

/** A commit with the names of people filled in. */
export interface CommitView extends HistoryEntry {
  readonly authorName: string;
  readonly authorContactEmail: string;
  /** The note on it; empty: none. */
  readonly note: string;
}

export interface HistoryDependencies extends RetainedReaderDependencies {
  readonly access: LibraryAccess;
  readonly historyTable: HistoryTable;
  readonly people: People;
  readonly commitNotes: Pick<CommitNoteTable, 'find'>;
  readonly retention: Pick<RetentionClock, 'nowSeconds'>;
  readonly reading: HeavyReading;
}

export interface AfterRequest {
  /** Seq of the last commit of the page before; null for the newest. */
  readonly before: number | null;
  readonly limit: number;
  /** Only commits that changed this path or something that contains it. */
  readonly path?: string;
}

/** A page of so large commits reads some thousand rows. */
const CHANGES_SUMMED_UP = 50;

/** The history of libraries, newest first, as far as retention shows it. */
export type HistoryService = ReturnType<typeof createHistory>;

export function createHistory(deps: HistoryDependencies) {
  const { access, historyTable, retention, reading } = deps;
  const { viewOf, summaryOf } = createCommitViews(deps);
  const { touching, mergeChanges } = createTreeComparing(deps);

  const oldestShown = (library: Library): number => oldestShownNow({ historyTable, retention }, library);

  function pageOf(library: Library, { page, perPage }: PageRequest) {
    const from = library.headSeq - (page - 1) * perPage;
    const rows = historyTable.range(library.id, { from, downTo: oldestShown(library), limit: perPage + 1 });
    const shown = rows.slice(0, perPage).filter((entry) => !entry.isMerge || entry.hasConflict);
    return { commits: shown.map((entry) => viewOf(library.id, entry)), more: rows.length > perPage };
  }

  return {
    viewOf,
    summaryOf,

    /**
     * One page by number. Merges without a conflict are left out after paging, as reference servers do, so a page
     * may hold fewer commits than asked for while `more` is true.
     */
    page(caller: Caller, id: LibraryId, wanted: PageRequest) {
      return pageOf(access.readable(caller, id).library, wanted);
    },

    /** The same for administrators, for any library. @throws DomainError `permission-denied`, `library-not-found` */
    administeredPage(caller: Caller, id: LibraryId, wanted: PageRequest) {
      return pageOf(access.administered(caller, id).library, wanted);
    },

    /** The next commits below a place; `next` is where the following page starts, null at the end. */
    async after(caller: Caller, id: LibraryId, { before, limit, path }: AfterRequest) {
      const { library } = access.readable(caller, id);
      const range = {
        from: (before ?? library.headSeq + 1) - 1,
        downTo: oldestShown(library),
        limit: limit + 1,
      };
      if (path === undefined || path === '/') {
        const rows = historyTable.range(id, range);
        const commits = rows.slice(0, limit).map((entry) => viewOf(id, entry));
        return { commits, next: rows.length > limit ? (commits.at(-1)?.seq ?? null) : null };
      }
      const seqs = historyTable.touching(id, [path, ...ancestorsOf(path)], range);
      const found = await touching(library, path, seqs.slice(0, limit));
      const commits = found.map((entry) => viewOf(id, entry));
      return { commits, next: seqs.length > limit ? (seqs[limit - 1] ?? null) : null };
    },

    /** Commits by the time they were made, newest first, below a time and a seq in that second. */
    olderThan(caller: Caller, id: LibraryId, wanted: Omit<OlderThan, 'downTo'>): CommitView[] {
      const { library } = access.readable(caller, id);
      const rows = historyTable.olderThan(id, { ...wanted, downTo: oldestShown(library) });
      return rows.map((entry) => viewOf(id, entry));
    },

    /** When the newest commit of each library up to a time was made; for services that ask who reaches which. */
    newestTimes: historyTable.newestTimes,

    /** @throws DomainError `library-not-found`, `commit-not-found`, `permission-denied`, in the order of real servers */
    find(caller: Caller, id: LibraryId, commitId: CommitId): CommitView {
      access.existing(id);
      const entry = historyTable.find(id, commitId);
      if (entry === null) throw new DomainError('commit-not-found', { value: commitId });
      access.readable(caller, id);
      return viewOf(id, entry);
    },

    /**
     * What a commit changed, in path order: against its parent, or for a merge against both. The first commit of a
     * library changed nothing.
     * @param after position of the last change of the page before, −1 for the first page
     */
    async changes(caller: Caller, id: LibraryId, commitId: CommitId, page: { after: number; limit: number }) {
      const commit = this.find(caller, id, commitId);
      if (commit.secondParentId === null) return historyTable.changes(id, commit.seq, page);
      const { library } = access.readable(caller, id);
      const merged = await reading.run(caller.email, (own) => mergeChanges(library, commit, own));
      return merged.slice(page.after + 1, page.after + 1 + page.limit);
    },
  };
}

function createCommitViews({ historyTable, people, commitNotes }: HistoryDependencies) {
  /** Commits of older versions have no summary: where there are few changes, it is made of them. */
  function summaryOf(id: LibraryId, entry: HistoryEntry): HistoryEntry['summary'] {
    const { added, modified, removed, renamed } = entry.counts;
    if (entry.summary !== null || added + modified + removed + renamed > CHANGES_SUMMED_UP)
      return entry.summary;
    const changes = historyTable.changes(id, entry.seq, { after: -1, limit: CHANGES_SUMMED_UP });
    return summarize(entry, changes, null);
  }

  function viewOf(id: LibraryId, entry: HistoryEntry): CommitView {
    const { authorEmail } = entry;
    return {
      ...entry,
      summary: summaryOf(id, entry),
      authorName: people.displayName(authorEmail),
      authorContactEmail: people.contactEmail(authorEmail),
      note: commitNotes.find(id, entry.seq),
    };
  }

  return { viewOf, summaryOf };
}

/** What only the trees of commits tell. */
function createTreeComparing(deps: HistoryDependencies) {
  const { historyTable } = deps;

  /** Commits that touch exactly the path; a folder above it counts only when the path itself became another. */
  async function touching(library: Library, path: string, seqs: readonly number[]): Promise<HistoryEntry[]> {
    const readDir = createReadDir(retainedReader(deps, library));
    const found: HistoryEntry[] = [];
    for (const seq of seqs) {
      const entry = historyTable.findBySeq(library.id, seq);
      if (entry === null) continue;
      const before = seq > library.retainedFromSeq ? historyTable.findBySeq(library.id, seq - 1) : null;
      const now = await findEntry(readDir, entry.rootId, path);
      const then = before === null ? null : await findEntry(readDir, before.rootId, path);
      if (now?.id !== then?.id || now?.kind !== then?.kind) found.push(entry);
    }
    return found;
  }

  async function mergeChanges(
    library: Library,
    commit: HistoryEntry,
    own: Reading,
  ): Promise<IndexedChange[]> {
    const { id, retainedFromSeq } = library;
    const parents = [commit.parentId, commit.secondParentId].map((parent) =>
      parent === null ? null : historyTable.find(id, parent),
    );
    const [first, second] = parents;
    if (!first || !second || Math.min(first.seq, second.seq) < retainedFromSeq)
      return historyTable.changes(id, commit.seq, { after: -1, limit: Number.MAX_SAFE_INTEGER });
    const readDir = own.through(createReadDir(retainedReader(deps, library)));
    const trees = { parents: [first.rootId, second.rootId], merged: commit.rootId } as const;
    return diffMerge(readDir, trees, yieldToEventLoop);
  }

  return { touching, mergeChanges };
}
