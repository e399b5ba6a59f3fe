import type { Database } from 'better-sqlite3';
import type { LibraryId } from '../../core/library/library-id.ts';
import { type MovedPath, movedRows } from '../../core/library/moved-paths.ts';

/** An item that a smart link leads to. */
export interface SmartLinkTarget {
  readonly libraryId: LibraryId;
  /** Where the item is, or was last. */
  readonly path: string;
  readonly isDir: boolean;
}

export interface NewSmartLink extends SmartLinkTarget {
  readonly token: string;
  /** Who asked for it; lower-case. */
  readonly email: string;
  readonly nowSeconds: number;
}

/** The recorded smart links: one per item, the same for all users. */
export function createSmartLinkTable(db: Database) {
  const find = db.prepare<[string], LinkRow>(
    'SELECT library_id, path, is_dir FROM smart_links WHERE token = ?',
  );
  const tokenOf = db
    .prepare<[string, string, number], string>(
      'SELECT token FROM smart_links WHERE library_id = ? AND path = ? AND is_dir = ?',
    )
    .pluck();
  const put = db.prepare(`
    INSERT OR REPLACE INTO smart_links (token, user_key, library_id, path, is_dir, made_at_s)
    SELECT :token, user_key, :libraryId, :path, :isDir, :nowSeconds FROM users WHERE email = :email`);
  const keepNewest = db.prepare(`
    DELETE FROM smart_links WHERE token IN (
      SELECT token FROM smart_links WHERE user_key = (SELECT user_key FROM users WHERE email = ?)
      ORDER BY made_at_s DESC, rowid DESC LIMIT -1 OFFSET ?)`);
  const linksIn = db.prepare<[string], { token: string; path: string }>(
    'SELECT token, path FROM smart_links WHERE library_id = ?',
  );
  const removeOthersAt = db.prepare(
    'DELETE FROM smart_links WHERE library_id = ? AND path = ? AND token <> ?',
  );
  const moveAside = db.prepare('UPDATE smart_links SET path = token WHERE token = ?');
  const move = db.prepare('UPDATE smart_links SET library_id = ?, path = ? WHERE token = ?');

  return {
    /** Null when there is no such link. */
    find(token: string): SmartLinkTarget | null {
      const row = find.get(token);
      return row === undefined
        ? null
        : { libraryId: row.library_id, path: row.path, isDir: row.is_dir === 1 };
    },
    /** Null when the item has none. */
    tokenOf({ libraryId, path, isDir }: SmartLinkTarget): string | null {
      return tokenOf.get(libraryId, path, Number(isDir)) ?? null;
    },
    /** In place of one to something that was there before. The user and the library must exist. */
    put(link: NewSmartLink): void {
      put.run({ ...link, isDir: Number(link.isDir) });
    },
    /** Removes all but the `count` newest links that the user asked for. */
    keepNewest(email: string, count: number): void {
      keepNewest.run(email, count);
    },
    /** @see ItemMarks */
    follow(library: LibraryId, moves: readonly MovedPath[]): void {
      const moved = movedRows(linksIn.all(library), moves);
      // No path is like that, so that items may change places.
      for (const { row } of moved) moveAside.run(row.token);
      for (const { row, to } of moved) {
        removeOthersAt.run(to.library ?? library, to.path, row.token);
        move.run(to.library ?? library, to.path, row.token);
      }
    },
  };
}

interface LinkRow {
  library_id: LibraryId;
  path: string;
  is_dir: number;
}
