import type { Database } from 'better-sqlite3';
import type { LibraryId } from '../../core/library/library-id.ts';

/** A note of a user on a commit. */
export interface CommitNote {
  readonly seq: number;
  readonly note: string;
  readonly notedBy: string;
  readonly notedAtSeconds: number;
}

/** Notes on the commits of libraries. */
export type CommitNoteTable = ReturnType<typeof createCommitNoteTable>;

export function createCommitNoteTable(db: Database) {
  const keyOf = '(SELECT library_key FROM libraries WHERE id = :library)';
  const list = db.prepare<{ library: string }, CommitNote>(`
    SELECT seq, note, noted_by AS notedBy, noted_at_s AS notedAtSeconds
    FROM commit_notes WHERE library_key = ${keyOf} ORDER BY seq DESC`);
  const find = db
    .prepare<{ library: string; seq: number }, string>(
      `SELECT note FROM commit_notes WHERE library_key = ${keyOf} AND seq = :seq`,
    )
    .pluck();
  const count = db
    .prepare<{ library: string }, number>(`SELECT count(*) FROM commit_notes WHERE library_key = ${keyOf}`)
    .pluck();
  const put = db.prepare(`
    INSERT INTO commit_notes (library_key, seq, note, noted_by, noted_at_s)
    VALUES (${keyOf}, :seq, :note, :notedBy, :notedAtSeconds)
    ON CONFLICT (library_key, seq) DO UPDATE SET
      note = excluded.note, noted_by = excluded.noted_by, noted_at_s = excluded.noted_at_s`);
  const remove = db.prepare(`DELETE FROM commit_notes WHERE library_key = ${keyOf} AND seq = :seq`);

  return {
    /** Newest commit first. */
    of(library: LibraryId): CommitNote[] {
      return list.all({ library });
    },
    /** Empty: there is none. */
    find(library: LibraryId, seq: number): string {
      return find.get({ library, seq }) ?? '';
    },
    count(library: LibraryId): number {
      return count.get({ library }) ?? 0;
    },
    /** A commit has one note at most. */
    put(library: LibraryId, note: CommitNote): void {
      put.run({ ...note, library });
    },
    remove(library: LibraryId, seq: number): void {
      remove.run({ library, seq });
    },
  };
}
