import type { Change } from '../../core/history/change.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import type { Commit } from '../../core/objects/commit.ts';
import type { CommitId, ObjectId } from '../../core/objects/object-id.ts';
import type { ReadDir } from '../../core/tree/read-dir.ts';
import type { TreeTotals } from '../../core/tree/statistics.ts';
import type { LibraryObjects } from '../../store/objects/object-store.ts';
import type { RewrittenCommit, TrashReference } from '../../store/sqlite/history-rewrites.ts';
import type { CommitRecord } from './commit-records.ts';

/** What a commit made here says; the rest is filled in when it gets its id. */
export type CommitFields = Omit<
  Commit,
  | 'id'
  | 'libraryId'
  | 'creator'
  | 'secondParentId'
  | 'clientVersion'
  | 'ctimeSeconds'
  | 'isMerge'
  | 'hasConflict'
>;

/** What is merged in by a commit made here. */
export interface MergedIn {
  readonly secondParentId: CommitId;
  readonly hasConflict: boolean;
}

/** A commit and what it changed against its own parent. */
export interface RecordedCommit {
  readonly commit: Commit;
  readonly changes: readonly Change[];
  /** The id by which its device knows it, where that is another one. */
  readonly broughtAs?: CommitId;
}

export interface PlannedMove {
  /** As it is before the commit. */
  readonly library: Library;
  readonly commit: Commit;
  /** Text under which the commit is stored; absent: our own spelling of it. */
  readonly commitBytes?: Uint8Array;
  /** Against the head before. */
  readonly changes: readonly Change[];
  readonly readDir: ReadDir;
  readonly store: LibraryObjects;
  /** Commit that this one merges in: it comes on record as the last one before it. */
  readonly mergedIn?: RecordedCommit;
  /** When deletions happened; absent: when the commit was made. */
  readonly deletedAtSeconds?: number;
  readonly records?: readonly CommitRecord[];
  /** Absent: there were no conflicts. */
  readonly isClean?: boolean;
  /** @see CommitRequest */
  readonly asksFirst?: boolean;
  /** What happens to the history before the commit joins it. The commit's parent is the last of it, under its new id. */
  readonly rewrite?: PlannedRewrite;
}

/** Commits of a library under new ids, with what else names them. Their objects are stored. */
export interface PlannedRewrite {
  readonly commits: readonly RewrittenCommit[];
  readonly trash: {
    readonly moved: readonly Pick<TrashReference, 'trashId' | 'commitId' | 'objectId'>[];
    readonly dropped: readonly number[];
  };
  /** Of the tree of the head. */
  readonly totals: TreeTotals;
  /** The oldest commit whose content is kept whole, where it got a new id. */
  readonly keptFrom: CommitId | undefined;
  /** JSON: what was taken out. */
  readonly item: string;
}

/** The rewritten history of a folder library that has ended. */
export interface EndedRewrite {
  readonly libraryId: LibraryId;
  /** The head that it was planned for. */
  readonly onto: CommitId;
  readonly headId: CommitId;
  readonly rootId: ObjectId;
  readonly rewrite: PlannedRewrite;
}

/** Gives a commit made here its id. @see HeadMoves */
export type SealCommit = (
  libraryId: LibraryId,
  fields: CommitFields,
  merged?: MergedIn,
  store?: LibraryObjects,
) => Commit;

/** What every commit repeats of its library. */
export function recordFields(library: Pick<Library, 'name' | 'description' | 'encryption'>) {
  return {
    libraryName: library.name,
    libraryDescription: library.description,
    encryption: library.encryption,
  };
}
