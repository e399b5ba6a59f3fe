import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import type { WrittenAhead } from '../../store/sqlite/history.ts';
import type { Ports } from '../ports.ts';
import { applyCommitRecord, type CommitRecordTables, recordHeadMove } from './commit-records.ts';
import type { PlannedMove, PlannedRewrite } from './planned-move.ts';
import type { MergedInMove, PreparedMove } from './prepared-move.ts';
import { applyTrashUpdate } from './trash-update.ts';

export interface MoveRecordsDependencies
  extends CommitRecordTables,
    Pick<Ports, 'libraryTable' | 'historyTable' | 'historyRewriteTable' | 'trashTable' | 'clock'> {}

/** What the database records of a move, all of it inside the one transaction that moves the head. */
export function createMoveRecords(deps: MoveRecordsDependencies) {
  const { libraryTable, clock } = deps;

  function record({ move, totals, trashUpdate, summed, merged }: PreparedMove, ahead: WrittenAhead): void {
    const { library, commit, changes } = move;
    if (move.rewrite !== undefined) {
      recordRewrite(library.id, move.rewrite);
      deps.historyRewriteTable.add(library.id, {
        ...{ seq: library.headSeq + 1, rewrittenBy: commit.authorEmail, item: move.rewrite.item },
        ...{ rewrittenAtSeconds: clock.nowSeconds(), commits: move.rewrite.commits.length },
      });
    }
    const before = merged === undefined ? library : recordMergedIn(merged, ahead);
    recordHeadMove(deps, { library: before, commit, changes, totals, summed, ahead });
    if (!ahead.changesWritten) applyTrashUpdate(deps.trashTable, library.id, trashUpdate);
    recordAlong(move);
  }

  function recordRewrite(id: LibraryId, { commits, trash }: PlannedRewrite): void {
    deps.historyRewriteTable.rewrite(id, commits);
    for (const row of trash.moved) deps.historyRewriteTable.moveTrash(row);
    for (const trashId of trash.dropped) deps.historyRewriteTable.dropTrash(trashId);
  }

  /** @see CommitRecord */
  function recordAlong({ library, commit, records = [], isClean = true }: PlannedMove): void {
    if (records.length === 0) return;
    const moved = { previousRootId: library.rootId, rootId: commit.rootId, isClean };
    const after = libraryTable.find(library.id) ?? library;
    for (const record of records) applyCommitRecord(deps, after, record, moved);
  }

  /** History is a line: a merged commit stands in it, for as long as the transaction even as the head. */
  function recordMergedIn(merged: MergedInMove, ahead: WrittenAhead): Library {
    const { library, commit } = merged;
    const { sizeBytes, fileCount } = library;
    recordHeadMove(deps, { ...merged, totals: { sizeBytes, fileCount }, ahead, isMergedIn: true });
    if (merged.broughtAs !== undefined)
      deps.historyRewriteTable.noteOldId(library.id, merged.broughtAs, library.headSeq + 1);
    return { ...library, headId: commit.id, headSeq: library.headSeq + 1 };
  }

  return { record, recordRewrite };
}
