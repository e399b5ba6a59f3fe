import type { Database } from 'better-sqlite3';
import type { LibraryId } from '../../core/library/library-id.ts';
import { type MovedPath, movedRows } from '../../core/library/moved-paths.ts';

/** An item that a user has starred. */
export interface Star {
  readonly libraryId: LibraryId;
  /** Where the item was then; '/' for the library itself. */
  readonly path: string;
  readonly isDir: boolean;
}

/** The stars on record; e-mails are lower-case. */
export function createStarTable(db: Database) {
  const keyOf = '(SELECT user_key FROM users WHERE email = ?)';
  const put = db.prepare(`
    INSERT OR REPLACE INTO stars (user_key, library_id, path, is_dir)
    SELECT user_key, :libraryId, :path, :isDir FROM users WHERE email = :email`);
  const remove = db.prepare<[string, string, string]>(
    `DELETE FROM stars WHERE user_key = ${keyOf} AND library_id = ? AND path = ?`,
  );
  const ofUser = db.prepare<[string], StarRow>(
    `SELECT library_id, path, is_dir FROM stars WHERE user_key = ${keyOf} ORDER BY library_id, path`,
  );
  const pathsIn = db
    .prepare<[string, string], string>(
      `SELECT path FROM stars WHERE user_key = ${keyOf} AND library_id = ? ORDER BY path`,
    )
    .pluck();

  const starsIn = db.prepare<[string], StarRow & { user_key: number }>(
    'SELECT user_key, library_id, path, is_dir FROM stars WHERE library_id = ?',
  );
  const removeAt = db.prepare('DELETE FROM stars WHERE user_key = ? AND library_id = ? AND path = ?');
  const putAt = db.prepare(
    'INSERT OR REPLACE INTO stars (user_key, library_id, path, is_dir) VALUES (?, ?, ?, ?)',
  );

  return {
    /** @see ItemMarks */
    follow(library: LibraryId, moves: readonly MovedPath[]): void {
      const moved = movedRows(starsIn.all(library), moves);
      for (const { row } of moved) removeAt.run(row.user_key, library, row.path);
      for (const { row, to } of moved) putAt.run(row.user_key, to.library ?? library, to.path, row.is_dir);
    },
    /** The user and the library must exist. What is starred already stays so. */
    put(email: string, { libraryId, path, isDir }: Star): void {
      put.run({ email, libraryId, path, isDir: Number(isDir) });
    },
    /** No star there is no work. */
    remove(email: string, libraryId: LibraryId, path: string): void {
      remove.run(email, libraryId, path);
    },
    /** By library and path. */
    ofUser(email: string): Star[] {
      return ofUser.all(email).map(starOf);
    },
    /** What the user has starred in one library. */
    pathsIn(email: string, libraryId: LibraryId): string[] {
      return pathsIn.all(email, libraryId);
    },
  };
}

interface StarRow {
  library_id: LibraryId;
  path: string;
  is_dir: number;
}

function starOf(row: StarRow): Star {
  return { libraryId: row.library_id, path: row.path, isDir: row.is_dir === 1 };
}
