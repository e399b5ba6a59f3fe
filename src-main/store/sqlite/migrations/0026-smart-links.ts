import type { Migration } from './migration.ts';

/** Addresses that lead to an item for whoever reaches it, wherever it is moved. */
export const smartLinks: Migration = {
  version: 26,
  name: 'smart-links',
  why: 'Links in mails and notes still lead to a file when it has another name.',
  up(db) {
    db.exec(SMART_LINKS_SQL);
  },
};

const SMART_LINKS_SQL = `
  -- One for each item, whoever asks. They open nothing by themselves, so they outlive who asked for them, but not the
  -- library; those of a library that is restored from a backup, or of a database that is made again, are made anew.
  CREATE TABLE smart_links (
    token      TEXT PRIMARY KEY,                   -- a UUID
    user_key   INTEGER REFERENCES users (user_key) ON DELETE SET NULL,  -- who asked first; against whose bound it counts
    library_id TEXT NOT NULL REFERENCES libraries (id) ON DELETE CASCADE,
    path       TEXT NOT NULL,                      -- where the item is, or was last; '/' is the library itself
    is_dir     INTEGER NOT NULL CHECK (is_dir IN (0, 1)),
    made_at_s  INTEGER NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX smart_links_of_item ON smart_links (library_id, path);
  CREATE INDEX smart_links_of_user ON smart_links (user_key, made_at_s);
`;
