import type { Migration } from './migration.ts';

/** What people mark for themselves: items with a star, devices that are to forget everything. */
export const personal: Migration = {
  version: 10,
  name: 'personal',
  why: 'People keep what matters to them at hand, and can take back what a lost device holds.',
  up(db) {
    db.exec(STARS_SQL);
    db.exec(WIPES_SQL);
  },
};

const STARS_SQL = `
  -- Items that somebody has starred. The path is where the item was then: it may be gone. '/' is the library itself.
  CREATE TABLE stars (
    user_key   INTEGER NOT NULL REFERENCES users (user_key) ON DELETE CASCADE,
    library_id TEXT NOT NULL REFERENCES libraries (id) ON DELETE CASCADE,
    path       TEXT NOT NULL,
    is_dir     INTEGER NOT NULL CHECK (is_dir IN (0, 1)),
    PRIMARY KEY (user_key, library_id, path)
  ) STRICT, WITHOUT ROWID;
  -- For the removal of a library.
  CREATE INDEX stars_of_library ON stars (library_id);
`;

const WIPES_SQL = `
  -- Set when the device with this token is to remove what it holds, the next time that it asks for anything.
  ALTER TABLE api_tokens ADD COLUMN wipe_ordered_at_s INTEGER;
`;
