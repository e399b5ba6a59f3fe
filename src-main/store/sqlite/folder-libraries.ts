import type { Database } from 'better-sqlite3';
import type { FolderOrigin, Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { type MovedPath, movedRows } from '../../core/library/moved-paths.ts';
import { IS_LIVE } from './libraries.ts';
import { type LibraryRow, libraryOf } from './library-row.ts';

export interface FolderLibrary extends Library {
  readonly origin: FolderOrigin;
  /** Its folder is gone; it comes back with it. */
  readonly isEnded: boolean;
}

/** Folders that are libraries of their own, live and ended. Callers bring the transaction. */
export function createFolderLibraryTable(db: Database) {
  const notPurged = 'id NOT IN (SELECT id FROM purged_libraries)';
  const originOf = db
    .prepare<[string], LibraryId | null>('SELECT origin_id FROM libraries WHERE id = ?')
    .pluck();
  const inLibrary = db.prepare<[string], LibraryRow>(
    `SELECT * FROM libraries WHERE origin_id = +? AND ${notPurged} ORDER BY library_key`,
  );
  const all = db.prepare<[], LibraryRow>(
    `SELECT * FROM libraries l WHERE origin_id IS NOT NULL AND ${IS_LIVE} ORDER BY library_key`,
  );
  const ofUser = db.prepare<[string], LibraryRow>(
    `SELECT * FROM libraries l WHERE owner_email = +? AND origin_id IS NOT NULL AND ${IS_LIVE}`,
  );
  const origins = db
    .prepare<[], LibraryId>('SELECT DISTINCT origin_id FROM libraries WHERE origin_id IS NOT NULL')
    .pluck();
  const gone = db.prepare<[string], { found: 1 }>(
    `SELECT 1 AS found FROM libraries l WHERE id = ? AND origin_id IS NOT NULL AND NOT ${IS_LIVE}`,
  );
  const move = db.prepare('UPDATE libraries SET origin_path = ? WHERE id = ?');
  const bringBack = db.prepare(
    `UPDATE libraries SET deleted_at_s = NULL WHERE id = ? AND origin_id IS NOT NULL AND ${notPurged}`,
  );

  const of = (id: LibraryId): FolderLibrary[] => inLibrary.all(id).map(folderLibraryOf);

  return {
    /** The library that holds the objects of this one; null: it does so itself. It never changes. */
    originOf: (id: LibraryId): LibraryId | null => originOf.get(id) ?? null,
    /** Those of folders of the library, oldest first. */
    of,
    /** All that are live. */
    all: (): Library[] => all.all().map(libraryOf),
    /** Those that are live of libraries of the user. */
    ownedBy: (email: string): FolderLibrary[] => ofUser.all(email).map(folderLibraryOf),
    /** Libraries of which there are any. */
    origins: (): LibraryId[] => origins.all(),
    /** Whether its folder, or the library that this is in, is deleted. */
    isGone: (id: LibraryId): boolean => gone.get(id) !== undefined,
    /** One whose folder is there again is live. */
    bringBack(id: LibraryId): void {
      bringBack.run(id);
    },
    /** Its folder is at another path. */
    moveTo(id: LibraryId, path: string): void {
      move.run(path, id);
    },
    /** @see ItemMarks. What is moved into another library is not followed there. */
    follow(library: LibraryId, moves: readonly MovedPath[]): void {
      const rows = of(library).map(({ id, origin }) => ({ id, path: origin.path }));
      const inside = moves.filter(({ toLibrary }) => toLibrary === undefined || toLibrary === library);
      for (const { row, to } of movedRows(rows, inside)) move.run(to.path, row.id);
    },
  };
}

function folderLibraryOf(row: LibraryRow): FolderLibrary {
  const origin = { id: row.origin_id ?? row.id, path: row.origin_path ?? '/' };
  return { ...libraryOf(row), origin, isEnded: row.deleted_at_s !== null };
}
