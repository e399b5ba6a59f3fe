import type { Database } from 'better-sqlite3';
import type { LibraryId } from '../../core/library/library-id.ts';

/**
 * Libraries on their way here out of a backup. Until it has arrived, one stands on record as a purged library does,
 * with a tombstone of the time 0: it is not found, and what a crash leaves of it goes with the remains of purged ones.
 * Callers bring the transaction.
 */
export type ImportingLibraryTable = ReturnType<typeof createImportingLibraryTable>;

export function createImportingLibraryTable(db: Database) {
  const addTombstone = db.prepare<[string]>('INSERT INTO purged_libraries (id, purged_at_s) VALUES (?, 0)');
  const hide = db.prepare<[string]>('UPDATE libraries SET deleted_at_s = 0 WHERE id = ?');
  const show = db.prepare<[string]>(
    'UPDATE libraries SET deleted_at_s = NULL WHERE id = ? AND deleted_at_s = 0',
  );
  const find = db.prepare<[string], { found: 1 }>(
    'SELECT 1 AS found FROM purged_libraries WHERE id = ? AND purged_at_s = 0',
  );
  const removeTombstone = db.prepare<[string]>(
    'DELETE FROM purged_libraries WHERE id = ? AND purged_at_s = 0',
  );

  return {
    /** Hides a library that was recorded in the same transaction, until it arrives. */
    hide(id: LibraryId): void {
      addTombstone.run(id);
      hide.run(id);
    },
    has(id: LibraryId): boolean {
      return find.get(id) !== undefined;
    },
    /** The library is live from now on. False: it was not on its way. */
    arrive(id: LibraryId): boolean {
      return removeTombstone.run(id).changes === 1 && show.run(id).changes === 1;
    },
    /** Frees the id of a library that did not arrive, once nothing of it is left. Of others: no work. */
    forget(id: LibraryId): void {
      removeTombstone.run(id);
    },
  };
}
