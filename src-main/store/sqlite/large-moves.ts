import type { Database } from 'better-sqlite3';
import { DomainError } from '../../core/errors.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { type IndexedChange, prepareChanges } from './history.ts';
import { LISTED, LISTED_LATER, type PathInTrash, prepareItems, type TrashItem } from './trash.ts';

/** A commit's changes, or some of them. */
export interface ChangesOfCommit {
  readonly seq: number;
  /** Place of the first of them among all changes of the commit. */
  readonly from: number;
  readonly changes: readonly IndexedChange[];
}

/** 5 to 20 ms. */
const ROWS_A_STEP = 1_000;

/**
 * Rows of a head move that are too many for one transaction. They are written before the head moves, in steps, and no
 * reader sees them: changes of commits that are not on record are never asked for, and deletions are not listed.
 * Afterwards `reconcile` makes them count, or removes them when the head has not moved after all. What is put needs
 * `ahead` around it; the others bring their own durable transactions.
 */
export type LargeMoves = ReturnType<typeof createLargeMoves>;

export function createLargeMoves(db: Database) {
  const keyOf = '(SELECT library_key FROM libraries WHERE id = :library)';
  const begin = db.prepare(`
    INSERT INTO large_moves (library_key, seq)
    SELECT library_key, :seq FROM libraries WHERE id = :library AND deleted_at_s IS NULL`);
  const isLive = db.prepare<[string], { found: 1 }>(
    'SELECT 1 AS found FROM libraries WHERE id = ? AND deleted_at_s IS NULL',
  );
  const returns = db.prepare(`
    INSERT OR IGNORE INTO large_move_returns (library_key, trash_id)
    SELECT library_key, trash_id FROM trash_items
    WHERE library_key = ${keyOf} AND path = :path AND is_dir = :is_dir AND listed = ${LISTED}`);
  const returnsById = db.prepare(
    `INSERT OR IGNORE INTO large_move_returns (library_key, trash_id) VALUES (${keyOf}, :trashId)`,
  );
  const anyListed = db.prepare<{ library: string }, { found: 1 }>(
    `SELECT 1 AS found FROM trash_items WHERE library_key = ${keyOf} AND listed = ${LISTED} LIMIT 1`,
  );
  const putChanges = prepareChanges(db);
  const putItems = prepareItems(db);
  const unreconciled = db
    .prepare<[], LibraryId>('SELECT id FROM libraries JOIN large_moves USING (library_key)')
    .pluck();

  return {
    /**
     * Runs the function as one immediate, durable transaction, in which changes may come before their commit.
     * @throws DomainError `head-moved` when the library was deleted: what is written then would never be taken away
     */
    ahead(library: LibraryId, work: () => void): void {
      // Has an effect outside of transactions only, so no other transaction changes.
      db.pragma('foreign_keys = OFF');
      try {
        db.transaction(() => {
          if (isLive.get(library) === undefined) throw new DomainError('head-moved', { value: library });
          work();
        }).immediate();
      } finally {
        db.pragma('foreign_keys = ON');
      }
    },
    /**
     * @param seq of the first commit that the move records
     * @throws DomainError `head-moved` when the library was deleted
     */
    begin(library: LibraryId, seq: number): void {
      if (begin.run({ library, seq }).changes === 0) throw new DomainError('head-moved', { value: library });
    },
    putChanges(library: LibraryId, { seq, from, changes }: ChangesOfCommit): void {
      putChanges(library, seq, changes, from);
    },
    /** Deletions of the move. Earlier ones of the same path and kind are listed no more once the head has moved. */
    putDeleted(library: LibraryId, items: readonly Omit<TrashItem, 'trashId'>[]): void {
      this.putReturned(library, items);
      putItems(library, items, LISTED_LATER);
    },
    /** What is back with the move: its deletions are listed no more once the head has moved. */
    putReturned(library: LibraryId, back: readonly PathInTrash[]): void {
      if (back.length === 0 || anyListed.get({ library }) === undefined) return;
      for (const { path, isDir } of back) returns.run({ library, path, is_dir: isDir ? 1 : 0 });
    },
    putReturnedItems(library: LibraryId, trashIds: readonly number[]): void {
      for (const trashId of trashIds) returnsById.run({ library, trashId });
    },
    /** Makes some rows of a move count if the head has moved, or removes them. False: nothing was left to do. */
    reconcile: prepareReconciling(db),
    /** Libraries whose move was not reconciled, because the process ended or the disk was full. */
    unreconciled: (): LibraryId[] => unreconciled.all(),
  };
}

function prepareReconciling(db: Database): (library: LibraryId) => boolean {
  const find = db.prepare<[string], { key: number; hasMoved: 0 | 1 }>(`
    SELECT library_key AS key, head_seq >= seq AS hasMoved
    FROM large_moves JOIN libraries USING (library_key) WHERE id = ?`);
  const some = `SELECT trash_id FROM trash_items WHERE library_key = :key AND listed = ${LISTED_LATER} LIMIT :limit`;
  const someReturns =
    'SELECT trash_id FROM large_move_returns WHERE library_key = :key ORDER BY trash_id LIMIT :limit';
  const end = db.prepare('DELETE FROM large_moves WHERE library_key = :key AND :limit > 0');
  const forget = db.prepare(
    `DELETE FROM large_move_returns WHERE library_key = :key AND trash_id IN (${someReturns})`,
  );
  // What is back goes first, so that no path is listed twice in between.
  const afterMove = [
    [db.prepare(`UPDATE trash_items SET listed = 0 WHERE trash_id IN (${someReturns})`), forget],
    [
      // The trash may have been cleared meanwhile, which is about what was listed then.
      db.prepare(`
        UPDATE trash_items SET listed = ${LISTED}, deleted_at_s = max(deleted_at_s,
          (SELECT trash_from_s FROM libraries WHERE library_key = :key)) WHERE trash_id IN (${some})`),
    ],
    [end],
  ];
  const withoutMove = [
    [forget],
    [db.prepare(`DELETE FROM trash_items WHERE trash_id IN (${some})`)],
    [
      db.prepare(`
        DELETE FROM commit_changes WHERE library_key = :key AND (seq, position) IN (
          SELECT seq, position FROM commit_changes WHERE library_key = :key
            AND seq > (SELECT head_seq FROM libraries WHERE library_key = :key) ORDER BY seq, position LIMIT :limit)`),
    ],
    [end],
  ];

  const reconcile = db.transaction((key: number, steps: typeof afterMove): boolean =>
    steps.some((together) => {
      const changed = together.map((step) => step.run({ key, limit: ROWS_A_STEP }).changes);
      return changed.some((rows) => rows > 0);
    }),
  );
  return (library) => {
    const move = find.get(library);
    if (move === undefined) return false;
    return reconcile.immediate(move.key, move.hasMoved === 1 ? afterMove : withoutMove);
  };
}
