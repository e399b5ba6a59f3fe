import type { Migration } from './migration.ts';

/** What a library was found to take beyond its current files. */
export const librarySums: Migration = {
  version: 35,
  name: 'library sums',
  why: 'The list of libraries forgot at each restart what measuring had found, which takes minutes for a large one.',
  up(db) {
    db.exec(LIBRARY_SUMS_SQL);
  },
};

const LIBRARY_SUMS_SQL = `
  -- The last measurement alone. It goes with the library; one that is restored from a backup, or a database that is made
  -- again, has none until it is measured.
  CREATE TABLE library_sums (
    library_id    TEXT PRIMARY KEY REFERENCES libraries (id) ON DELETE CASCADE,
    beyond_bytes  INTEGER NOT NULL CHECK (beyond_bytes >= 0),  -- on the disk beyond the current files
    measured_at_s INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
`;
