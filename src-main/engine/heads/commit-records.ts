import { DomainError } from '../../core/errors.ts';
import type { LinkedFolderId } from '../../core/folder/linked-folder.ts';
import type { Change } from '../../core/history/change.ts';
import {
  type CommitSummary,
  type CountedItems,
  renamedLibrary,
  summarizeInSteps,
} from '../../core/history/commit-summary.ts';
import type { Library } from '../../core/library/library.ts';
import type { MovedPath } from '../../core/library/moved-paths.ts';
import type { Commit } from '../../core/objects/commit.ts';
import type { ObjectId } from '../../core/objects/object-id.ts';
import { inSteps, isStepDue, type Steps, type Yield } from '../../core/steps.ts';
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

interface DescribedMove {
  /** As it is before the commit. */
  readonly library: Library;
  readonly commit: Commit;
  /** Against the commit's first parent. */
  readonly changes: readonly Change[];
}

interface HeadMoveRecord extends DescribedMove {
  /** Of the tree of the commit. */
  readonly totals: TreeTotals;
  /** Of these changes. */
  readonly summed: SummedMove;
  /** Absent: the changes are recorded with the commit. */
  readonly ahead?: WrittenAhead;
  /** The commit comes on record before the merge that takes it in, which says what became of its renames. */
  readonly isMergedIn?: boolean;
}

/** What is made of the changes of a commit for its records. */
export interface SummedMove {
  readonly summary: CommitSummary;
  readonly renames: readonly MovedPath[];
}

/**
 * Before the transaction that moves the head, which no thread can interrupt: half a million changes take 0.3 s.
 * @param counted null: what is in the folders that came or went was not counted
 */
export function sumUpMove(
  { library, commit, changes, counted }: DescribedMove & { readonly counted: CountedItems | null },
  yieldToEventLoop: Yield,
): Promise<SummedMove> {
  function* summing(): Steps<SummedMove> {
    const summary = yield* summarizeInSteps(commit, changes, counted);
    return { summary: summaryOf(library, commit, summary), renames: yield* renamesOf(changes) };
  }
  return inSteps(summing(), yieldToEventLoop);
}

function* renamesOf(changes: readonly Change[]): Steps<MovedPath[]> {
  const renames: MovedPath[] = [];
  for (const [at, { op, path, newPath }] of changes.entries()) {
    if (isStepDue(at)) yield;
    if (op === 'renamed') renames.push({ from: path, to: newPath });
  }
  return renames;
}

type HeadMoveTables = Pick<Ports, 'libraryTable' | 'historyTable' | 'itemMarks'>;

/**
 * Writes the records of a head move: the library's own, the commit as the next of its history, and stars and
 * smart links on what was renamed or moved. Callers bring the transaction.
 * @throws DomainError `head-moved` when the head is another one by now; nothing is to be kept then
 */
export function recordHeadMove(
  { libraryTable, historyTable, itemMarks }: HeadMoveTables,
  { library, commit, changes, totals, summed, ahead, isMergedIn = false }: HeadMoveRecord,
): void {
  const moved = libraryTable.moveHead(library.id, library.headId, {
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
  historyTable.append(commit, library.headSeq + 1, changes, { ...ahead, summary: summed.summary });
  if (!isMergedIn) itemMarks.follow(library.id, summed.renames);
}

/** That the library got a new name is told by nothing but that it is another one. */
function summaryOf(before: Library, { libraryName }: Commit, summary: CommitSummary): CommitSummary {
  if (summary.reason !== 'record') return summary;
  if (libraryName === before.name) return { ...summary, reason: 'library-description' };
  return { ...summary, reason: 'library-name', parts: [renamedLibrary(before.name, libraryName)] };
}
