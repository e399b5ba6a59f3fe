import type { Database } from 'better-sqlite3';
import type { DeletedLibrary } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import type { Owner } from '../../core/library/owner.ts';
import { yieldToEventLoop } from '../../engine/scheduling/yield-to-event-loop.ts';
import { deletedLibraryOf, type LibraryRow } from './library-row.ts';

/** About 15 ms of deletes, after which other work gets its turn. */
const ROWS_PER_REMOVAL = 5_000;

/** The deleted libraries on record, without folder libraries, and the tombstones of purged ones. Callers bring the transaction. */
export type DeletedLibraryTable = ReturnType<typeof createDeletedLibraryTable>;

export function createDeletedLibraryTable(db: Database) {
  const deleted = `
    SELECT * FROM libraries WHERE deleted_at_s IS NOT NULL AND origin_id IS NULL
      AND id NOT IN (SELECT id FROM purged_libraries)`;
  const newestFirst = 'ORDER BY deleted_at_s DESC, id';
  const find = db.prepare<[string], LibraryRow>(`${deleted} AND id = ?`);
  const page = db.prepare<[number, number], LibraryRow>(`${deleted} ${newestFirst} LIMIT ? OFFSET ?`);
  const ofUser = db.prepare<[string], LibraryRow>(`${deleted} AND owner_email = ? ${newestFirst}`);
  const ofGroup = db.prepare<[number], LibraryRow>(`${deleted} AND owner_group_id = ? ${newestFirst}`);
  const restore = db.prepare(`
    UPDATE libraries SET deleted_at_s = NULL, status = 'normal', keep_days = -1
    WHERE id = :id AND deleted_at_s IS NOT NULL AND id NOT IN (SELECT id FROM purged_libraries)`);
  const resetFolders = db.prepare(
    "UPDATE libraries SET status = 'normal', keep_days = -1 WHERE origin_id = :id",
  );
  const withFolders = '(id = :id OR origin_id = :id)';
  const hide = db.prepare(
    `UPDATE libraries SET deleted_at_s = coalesce(deleted_at_s, :at) WHERE ${withFolders}`,
  );
  const addTombstone = db.prepare(`
    INSERT OR IGNORE INTO purged_libraries (id, purged_at_s)
    SELECT :id, :at UNION SELECT id, :at FROM libraries WHERE origin_id = :id`);
  const folders = db.prepare<[string], LibraryId>('SELECT id FROM libraries WHERE origin_id = ?').pluck();
  const hasTombstone = 'SELECT 1 AS found FROM purged_libraries WHERE id = ?';
  const isBuried = db.prepare<[string], { found: 1 }>(hasTombstone);
  const isPurged = db.prepare<[string], { found: 1 }>(`${hasTombstone} AND purged_at_s > 0`);
  const purgedIds = db.prepare<[], { id: LibraryId }>('SELECT id FROM purged_libraries');
  const remains = prepareRemovals(db);

  return {
    /** Null when the id is unknown, or the library is alive or purged. */
    find(id: LibraryId): DeletedLibrary | null {
      const row = find.get(id);
      return row ? deletedLibraryOf(row) : null;
    },
    /** Newest deletion first. */
    page(limit: number, offset: number): DeletedLibrary[] {
      return page.all(limit, offset).map(deletedLibraryOf);
    },
    /** Newest deletion first. */
    ownedBy(owner: Owner): DeletedLibrary[] {
      const rows = owner.kind === 'user' ? ofUser.all(owner.email) : ofGroup.all(owner.groupId);
      return rows.map(deletedLibraryOf);
    },
    /** Brings a library back with status and retention reset; false when it is not deleted. */
    restore(id: LibraryId): boolean {
      if (restore.run({ id }).changes !== 1) return false;
      resetFolders.run({ id });
      return true;
    },
    /**
     * Puts up the tombstones of a library and of its folder libraries, whatever is on record of it: from now on they are not
     * found any more. What is on record is taken away by `removeRecords`.
     */
    bury(id: LibraryId, atSeconds: number): void {
      addTombstone.run({ id, at: atSeconds });
      hide.run({ id, at: atSeconds });
    },
    /** Not so of a library that is on its way here (`createImportingLibraryTable`). */
    isPurged(id: LibraryId): boolean {
      return isPurged.get(id) !== undefined;
    },
    /**
     * Removes history, trash and record of a purged library and of its folder libraries, a slice a transaction, so that a long history holds up no
     * other work. A crash in between leaves what the next call takes. No tombstone, or nothing left: no work.
     */
    async removeRecords(id: LibraryId): Promise<void> {
      if (isBuried.get(id) === undefined) return;
      for (const each of [...folders.all(id), id])
        for (const remove of remains)
          while (remove.run({ id: each, limit: ROWS_PER_REMOVAL }).changes > 0) await yieldToEventLoop();
    },
    /** Purged libraries and such as did not arrive, of which records or objects may be left after a crash. */
    purgedIds(): LibraryId[] {
      return purgedIds.all().map((row) => row.id);
    },
  };
}

/** What points at something goes before what it points at. */
function prepareRemovals(db: Database) {
  const keyOf = '(SELECT library_key FROM libraries WHERE id = :id)';
  return [
    db.prepare(`
      DELETE FROM trash_items WHERE trash_id IN
        (SELECT trash_id FROM trash_items WHERE library_key = ${keyOf} LIMIT :limit)`),
    db.prepare(`
      DELETE FROM commit_changes WHERE library_key = ${keyOf} AND (seq, position) IN
        (SELECT seq, position FROM commit_changes WHERE library_key = ${keyOf} ORDER BY seq, position LIMIT :limit)`),
    db.prepare(`
      DELETE FROM commits WHERE library_key = ${keyOf} AND seq IN
        (SELECT seq FROM commits WHERE library_key = ${keyOf} ORDER BY seq LIMIT :limit)`),
    db.prepare('DELETE FROM libraries WHERE id = :id AND :limit > 0'),
  ];
}

/**
 * Libraries on their way here out of a backup. Until it has arrived, one stands on record as a purged library does,
 * with a tombstone of the time 0: it is not found, and what a crash leaves of it goes with the remains of purged ones.
 * Callers bring the transaction.
 */
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
