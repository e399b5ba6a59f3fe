import type { Migration } from './migration.ts';

/** What a library was found to take beyond its current files. */
export const historySizes: Migration = {
  version: 35,
  name: 'history sizes',
  why: 'The list of libraries forgot at each restart what measuring had found, which takes minutes for a large one.',
  up(db) {
    db.exec(HISTORY_SIZES_SQL);
  },
};

const HISTORY_SIZES_SQL = `
  -- The last measurement alone. It goes with the library; one that is restored from a backup, or a database that is made
  -- again, has none until it is measured.
  CREATE TABLE history_sizes (
    library_id    TEXT PRIMARY KEY REFERENCES libraries (id) ON DELETE CASCADE,
    bytes         INTEGER NOT NULL CHECK (bytes >= 0),  -- on the disk beyond the current files
    measured_at_s INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
`;
