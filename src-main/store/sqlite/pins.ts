import type { Database } from 'better-sqlite3';
import type { LibraryId } from '../../core/library/library-id.ts';

/** A commit that a user named so that it stays. */
export interface Pin {
  readonly seq: number;
  readonly name: string;
  readonly pinnedBy: string;
  readonly pinnedAtSeconds: number;
}

/** The pinned commits of libraries. */
export type PinTable = ReturnType<typeof createPinTable>;

export function createPinTable(db: Database) {
  const keyOf = '(SELECT library_key FROM libraries WHERE id = :library)';
  const list = db.prepare<{ library: string }, Pin>(`
    SELECT seq, name, pinned_by AS pinnedBy, pinned_at_s AS pinnedAtSeconds
    FROM pinned_commits WHERE library_key = ${keyOf} ORDER BY seq DESC`);
  const find = db.prepare<{ library: string; seq: number }>(
    `SELECT 1 FROM pinned_commits WHERE library_key = ${keyOf} AND seq = :seq`,
  );
  const put = db.prepare(`
    INSERT INTO pinned_commits (library_key, seq, name, pinned_by, pinned_at_s)
    VALUES (${keyOf}, :seq, :name, :pinnedBy, :pinnedAtSeconds)
    ON CONFLICT (library_key, seq) DO UPDATE SET name = excluded.name`);
  const remove = db.prepare(`DELETE FROM pinned_commits WHERE library_key = ${keyOf} AND seq = :seq`);

  return {
    /** Newest commit first. */
    of(library: LibraryId): Pin[] {
      return list.all({ library });
    },
    has(library: LibraryId, seq: number): boolean {
      return find.get({ library, seq }) !== undefined;
    },
    /** A commit that is pinned already gets the name. */
    put(library: LibraryId, pin: Pin): void {
      put.run({ ...pin, library });
    },
    remove(library: LibraryId, seq: number): void {
      remove.run({ library, seq });
    },
  };
}
