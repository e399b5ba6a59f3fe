import type { Migration } from './migration.ts';

/** What people write on commits. */
export const commitNotes: Migration = {
  version: 31,
  name: 'commit notes',
  why: 'People say of a commit what no program knows: why it was made.',
  up(db) {
    db.exec(COMMIT_NOTES_SQL);
  },
};

const COMMIT_NOTES_SQL = `
  -- They go with the library, and come along when it is restored from a backup; a database that is made again lacks them.
  CREATE TABLE commit_notes (
    library_key INTEGER NOT NULL REFERENCES libraries (library_key) ON DELETE CASCADE,
    seq         INTEGER NOT NULL,
    note        TEXT NOT NULL,
    noted_by    TEXT NOT NULL,
    noted_at_s  INTEGER NOT NULL,
    PRIMARY KEY (library_key, seq)
  ) STRICT, WITHOUT ROWID;
`;
