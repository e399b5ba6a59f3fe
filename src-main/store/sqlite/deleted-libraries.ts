import type { Database } from 'better-sqlite3';
import type { DeletedLibrary } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import type { Owner } from '../../core/library/owner.ts';
import { deletedLibraryOf, type LibraryRow } from './library-row.ts';

/** The deleted libraries on record, and the tombstones of purged ones. Callers bring the transaction. */
export type DeletedLibraryTable = ReturnType<typeof createDeletedLibraryTable>;

export function createDeletedLibraryTable(db: Database) {
  const deleted = 'SELECT * FROM libraries WHERE deleted_at_s IS NOT NULL';
  const newestFirst = 'ORDER BY deleted_at_s DESC, id';
  const find = db.prepare<[string], LibraryRow>(`${deleted} AND id = ?`);
  const page = db.prepare<[number, number], LibraryRow>(`${deleted} ${newestFirst} LIMIT ? OFFSET ?`);
  const ofUser = db.prepare<[string], LibraryRow>(`${deleted} AND owner_email = ? ${newestFirst}`);
  const ofGroup = db.prepare<[number], LibraryRow>(`${deleted} AND owner_group_id = ? ${newestFirst}`);
  const restore = db.prepare(
    "UPDATE libraries SET deleted_at_s = NULL, status = 'normal', keep_days = -1 WHERE id = ? AND deleted_at_s IS NOT NULL",
  );
  const addTombstone = db.prepare('INSERT OR IGNORE INTO purged_libraries (id, purged_at_s) VALUES (?, ?)');
  const purge = db.prepare('DELETE FROM libraries WHERE id = ? AND deleted_at_s IS NOT NULL');
  const purgedIds = db.prepare<[], { id: LibraryId }>('SELECT id FROM purged_libraries');

  return {
    /** Null when the id is unknown or the library is alive. */
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
      return restore.run(id).changes === 1;
    },
    /** Leaves a tombstone in place of a library, its history and its trash; false when it is not deleted. */
    purge(id: LibraryId, atSeconds: number): boolean {
      if (find.get(id) === undefined) return false;
      addTombstone.run(id, atSeconds);
      return purge.run(id).changes === 1;
    },
    /** Purged libraries, whose objects may still need removing after a crash. */
    purgedIds(): LibraryId[] {
      return purgedIds.all().map((row) => row.id);
    },
  };
}
