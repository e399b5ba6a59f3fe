import { DomainError } from '../../core/errors.ts';
import type { Change } from '../../core/history/change.ts';
import type { Library } from '../../core/library/library.ts';
import type { Commit } from '../../core/objects/commit.ts';
import type { TreeTotals } from '../../core/tree/statistics.ts';
import type { History, WrittenAhead } from '../../store/sqlite/history.ts';
import type { Libraries } from '../../store/sqlite/libraries.ts';
import type { StarTable } from '../../store/sqlite/stars.ts';

export interface HeadMoveRecord {
  /** As it is before the commit. */
  readonly library: Library;
  readonly commit: Commit;
  /** Against the commit's first parent. */
  readonly changes: readonly Change[];
  /** Of the tree of the commit. */
  readonly totals: TreeTotals;
  /** Absent: the changes are recorded with the commit. */
  readonly ahead?: WrittenAhead;
}

export interface HeadMoveTables {
  readonly libraries: Libraries;
  readonly history: History;
  readonly stars: Pick<StarTable, 'follow'>;
}

/**
 * Writes the records of a head move: the library's own, the commit as the next of its history, and stars on what was
 * renamed or moved. Callers bring the transaction.
 * @throws DomainError `head-moved` when the head is another one by now; nothing is to be kept then
 */
export function recordHeadMove(
  { libraries, history, stars }: HeadMoveTables,
  { library, commit, changes, totals, ahead }: HeadMoveRecord,
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
  history.append(commit, library.headSeq + 1, changes, ahead);
  const renames = changes.filter(({ op }) => op === 'renamed');
  stars.follow(
    library.id,
    renames.map(({ path, newPath }) => ({ from: path, to: newPath })),
  );
}
