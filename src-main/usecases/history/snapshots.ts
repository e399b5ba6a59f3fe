import type { Caller } from '../../core/access/caller.ts';
import { DomainError } from '../../core/errors.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import type { Dirent } from '../../core/objects/dir-object.ts';
import type { CommitId } from '../../core/objects/object-id.ts';
import { isStepDue } from '../../core/steps.ts';
import type { FolderListing, LibraryContents } from '../../engine/reading/library-contents.ts';
import { oldestShownNow, type ShownHistoryDependencies } from '../../engine/reading/retention.ts';
import { yieldToEventLoop } from '../../engine/scheduling/yield-to-event-loop.ts';
import type { HistoryEntry, HistoryTable } from '../../store/sqlite/history.ts';
import type { LibraryAccess } from '../access/library-access.ts';
import type { CommitView, HistoryService } from './history.ts';

export interface SnapshotsDependencies extends ShownHistoryDependencies {
  readonly historyTable: HistoryTable;
  readonly access: LibraryAccess;
  readonly contents: Pick<LibraryContents, 'commitAt' | 'entryAt' | 'list'>;
  readonly views: Pick<HistoryService, 'viewOf'>;
}

/** Which snapshot is asked for: a commit, the commit of a number, or the last one at or before a time. */
export type SnapshotRequest =
  | { readonly commitId: CommitId }
  | { readonly number: number }
  | { readonly atSeconds: number };

/** A commit as a place in the time of its library. */
export interface Snapshot {
  readonly commit: CommitView;
  /** Numbers of the first and the last snapshot that can be browsed. */
  readonly oldest: number;
  readonly newest: number;
  readonly olderId: CommitId | null;
  readonly newerId: CommitId | null;
}

/** What has become of something since: it is as it was, another, or not there any more. */
export type Mark = 'same' | 'changed' | 'gone';

export interface MarkedListing extends FolderListing {
  readonly markOf: (dirent: Dirent) => Mark;
  /** How many items of the folder are not as they were. */
  readonly differing: number;
  /** How many are there now that were not there then. */
  readonly addedSince: number;
}

/** Looking at libraries as they were. */
export type Snapshots = ReturnType<typeof createSnapshots>;

export function createSnapshots(deps: SnapshotsDependencies) {
  const { access, contents, historyTable, views } = deps;

  function entryFor(library: Library, request: SnapshotRequest, oldest: number): HistoryEntry {
    if ('commitId' in request) return contents.commitAt(library, request.commitId);
    const wanted =
      'number' in request ? request.number : historyTable.newestSeqAt(library.id, request.atSeconds);
    const number = Math.min(library.headSeq, Math.max(oldest, wanted));
    const entry = historyTable.findBySeq(library.id, number);
    if (entry === null) throw new DomainError('commit-not-found', { value: String(number) });
    return entry;
  }

  return {
    /** Numbers and times beyond what is shown stand for the nearest snapshot. @throws DomainError as `listing` */
    find(caller: Caller, id: LibraryId, request: SnapshotRequest): Snapshot {
      const { library } = access.readable(caller, id);
      const oldest = oldestShownNow(deps, library);
      const entry = entryFor(library, request, oldest);
      const idAt = (seq: number) =>
        seq < oldest || seq > library.headSeq ? null : (historyTable.findBySeq(id, seq)?.id ?? null);
      return {
        commit: views.viewOf(id, entry),
        oldest: Math.min(oldest, entry.seq),
        newest: library.headSeq,
        olderId: idAt(entry.seq - 1),
        newerId: idAt(entry.seq < oldest ? oldest : entry.seq + 1),
      };
    },

    /**
     * A folder as it was at a commit, each item beside what has its path now.
     * @throws DomainError `library-not-found`, `permission-denied`, `commit-not-found`, `folder-not-found`, `not-a-folder`
     */
    async listing(caller: Caller, id: LibraryId, path: string, commitId: CommitId): Promise<MarkedListing> {
      const { library } = access.readable(caller, id);
      const then = await contents.list(library, path, commitId);
      const folder = await contents.entryAt(library, path);
      const rows = folder?.kind === 'dir' ? (await contents.list(library, path)).dirents : [];
      const now = new Map<string, Dirent>();
      for (const [at, row] of rows.entries()) {
        if (isStepDue(at)) await yieldToEventLoop();
        now.set(row.name, row);
      }
      const markOf = (was: Dirent): Mark => {
        const is = now.get(was.name);
        if (is === undefined) return 'gone';
        return is.kind === was.kind && is.id === was.id ? 'same' : 'changed';
      };
      let [stillThere, differing] = [0, 0];
      for (const [at, was] of then.dirents.entries()) {
        if (isStepDue(at)) await yieldToEventLoop();
        const mark = markOf(was);
        if (mark !== 'gone') stillThere += 1;
        if (mark !== 'same') differing += 1;
      }
      return { ...then, markOf, differing, addedSince: rows.length - stillThere };
    },
  };
}
