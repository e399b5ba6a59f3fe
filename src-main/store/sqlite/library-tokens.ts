import type { Database } from 'better-sqlite3';
import type { Permission } from '../../core/access/caller.ts';
import type { LibraryToken } from '../../core/access/library-token.ts';
import type { LibraryId } from '../../core/library/library-id.ts';

export interface NewLibraryToken extends LibraryToken {
  readonly hash: Buffer;
  readonly seed: string;
  readonly appName: string;
  readonly nowSeconds: number;
}

/** A token as who manages the library sees it. */
export interface ListedLibraryToken extends LibraryToken {
  readonly seed: string;
  readonly appName: string;
  readonly madeAtSeconds: number;
}

/** The library tokens on record, looked up by their SHA-256. Those of a user who is inactive, or of before a change of the password, are none. */
export function createLibraryTokenTable(db: Database) {
  const columns =
    't.library_id AS libraryId, u.email, t.permission, t.seed, t.app_name AS appName, t.made_at_s AS madeAtSeconds';
  const live = `FROM library_tokens t JOIN users u ON u.user_key = t.user_key
    AND u.is_active = 1 AND t.generation = u.token_generation`;
  const find = db.prepare<[Buffer], ListedLibraryToken>(`SELECT ${columns} ${live} WHERE t.hash = ?`);
  const ofLibrary = db.prepare<[string], ListedLibraryToken>(
    `SELECT ${columns} ${live} WHERE t.library_id = ? ORDER BY t.made_at_s DESC, t.app_name`,
  );
  const named = db.prepare<[string, string], ListedLibraryToken>(
    `SELECT ${columns} ${live} WHERE t.library_id = ? AND t.app_name = ?`,
  );
  const put = db.prepare(`
    INSERT OR REPLACE INTO library_tokens (hash, seed, library_id, user_key, generation, app_name, permission, made_at_s)
    SELECT :hash, :seed, :libraryId, user_key, token_generation, :appName, :permission, :nowSeconds
    FROM users WHERE email = :email`);
  const setPermission = db.prepare(
    'UPDATE library_tokens SET permission = ? WHERE library_id = ? AND app_name = ?',
  );
  const remove = db.prepare('DELETE FROM library_tokens WHERE library_id = ? AND app_name = ?');

  return {
    /** Null when the token is unknown or has ended. */
    find: (hash: Buffer): LibraryToken | null => find.get(hash) ?? null,
    /** The newest first. */
    ofLibrary: (libraryId: LibraryId): ListedLibraryToken[] => ofLibrary.all(libraryId),
    named: (libraryId: LibraryId, appName: string): ListedLibraryToken | null =>
      named.get(libraryId, appName) ?? null,
    /** In place of one of that name which has ended. The user and the library must exist. */
    put(token: NewLibraryToken): void {
      put.run(token);
    },
    setPermission(libraryId: LibraryId, appName: string, permission: Permission): void {
      setPermission.run(permission, libraryId, appName);
    },
    remove(libraryId: LibraryId, appName: string): void {
      remove.run(libraryId, appName);
    },
  };
}
