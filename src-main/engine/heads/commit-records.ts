import { DomainError } from '../../core/errors.ts';
import type { LinkedFolderId } from '../../core/folder/linked-folder.ts';
import type { Change } from '../../core/history/change.ts';
import { type CommitSummary, type CountedItems, summarize } from '../../core/history/commit-summary.ts';
import type { Library } from '../../core/library/library.ts';
import type { MovedPath } from '../../core/library/moved-paths.ts';
import type { Commit } from '../../core/objects/commit.ts';
import type { ObjectId } from '../../core/objects/object-id.ts';
import type { TreeTotals } from '../../core/tree/statistics.ts';
import type { FolderIndexUpdate } from '../../store/sqlite/folder-index.ts';
import type { WrittenAhead } from '../../store/sqlite/history.ts';
import type { PendingStorage } from '../objects/pending-storage.ts';
import type { Ports } from '../ports.ts';

/**
 * What else is recorded in the transaction that moves a head, so that both happen or neither. Plain data, as all of a
 * commit request: it can be logged, tested as a value and sent to another process.
 */
export type CommitRecord =
  | {
      /** A linked folder and its library agree about these rows now. */
      readonly kind: 'folder-index';
      readonly folderKey: number;
      readonly folderId: LinkedFolderId;
      readonly update: FolderIndexUpdate;
    }
  | {
      /** Stars and smart links follow items into another library; not when anything ended otherwise than it was asked for. */
      readonly kind: 'star-moves';
      readonly moves: readonly MovedPath[];
    }
  | {
      /** Content that counted as stored by its uploader until a head holds it. */
      readonly kind: 'received';
      readonly ids: readonly ObjectId[];
    };

/** How the tree of a library changes with a commit. */
export interface MovedHead {
  readonly previousRootId: ObjectId;
  readonly rootId: ObjectId;
  /** All that was asked for is in the tree as it was asked for. */
  readonly isClean: boolean;
}

export interface CommitRecordTables extends Pick<Ports, 'folderIndex' | 'linkedFolders' | 'itemMarks'> {
  readonly pending: Pick<PendingStorage, 'release'>;
}

/** Callers bring the transaction. @param library as it is after the commit */
export function applyCommitRecord(
  { folderIndex, linkedFolders, itemMarks, pending }: CommitRecordTables,
  library: Library,
  record: CommitRecord,
  moved: MovedHead,
): void {
  switch (record.kind) {
    case 'folder-index':
      folderIndex.apply(record.folderKey, record.update);
      linkedFolders.moveSynced(record.folderId, moved);
      break;
    case 'star-moves':
      if (moved.isClean) itemMarks.follow(library.id, record.moves);
      break;
    case 'received':
      pending.release(library, record.ids);
      break;
  }
}

interface HeadMoveRecord {
  /** As it is before the commit. */
  readonly library: Library;
  readonly commit: Commit;
  /** Against the commit's first parent. */
  readonly changes: readonly Change[];
  /** Of the tree of the commit. */
  readonly totals: TreeTotals;
  /** Null: what is in the folders that came or went was not counted. */
  readonly counted: CountedItems | null;
  /** Absent: the changes are recorded with the commit. */
  readonly ahead?: WrittenAhead;
  /** The commit comes on record before the merge that takes it in, which says what became of its renames. */
  readonly isMergedIn?: boolean;
}

type HeadMoveTables = Pick<Ports, 'libraries' | 'history' | 'itemMarks'>;

/**
 * Writes the records of a head move: the library's own, the commit as the next of its history, and stars and
 * smart links on what was renamed or moved. Callers bring the transaction.
 * @throws DomainError `head-moved` when the head is another one by now; nothing is to be kept then
 */
export function recordHeadMove(
  { libraries, history, itemMarks }: HeadMoveTables,
  { library, commit, changes, totals, counted, ahead, isMergedIn = false }: HeadMoveRecord,
): void {
  const moved = libraries.moveHead(library.id, library.headId, {
    headId: commit.id,
    rootId: commit.rootId,
    name: commit.libraryName,
    description: commit.libraryDescription,
    ...totals,
    updatedAtSeconds: commit.ctimeSeconds,
    modifierEmail: commit.authorEmail,
    encryption: commit.encryption,
  });
  // Rare, because writers take turns: a deletion of the library in between. The caller may retry.
  if (!moved) throw new DomainError('head-moved', { value: library.id });
  const summary = summaryOf(library, commit, summarize(commit, changes, counted));
  history.append(commit, library.headSeq + 1, changes, { ...ahead, summary });
  if (isMergedIn) return;
  const renames = changes.filter(({ op }) => op === 'renamed');
  itemMarks.follow(
    library.id,
    renames.map(({ path, newPath }) => ({ from: path, to: newPath })),
  );
}

/** That the library got a new name is told by nothing but that it is another one. */
function summaryOf(before: Library, { libraryName }: Commit, summary: CommitSummary): CommitSummary {
  if (summary.reason !== 'record') return summary;
  return { ...summary, reason: libraryName === before.name ? 'library-description' : 'library-name' };
}
