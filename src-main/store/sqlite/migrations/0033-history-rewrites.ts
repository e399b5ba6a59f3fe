import type { Migration } from './migration.ts';

/** Histories out of which something was erased. */
export const historyRewrites: Migration = {
  version: 33,
  name: 'history rewrites',
  why: 'What is erased from all of a history leaves commits with new ids. The old ones are still named by devices and by the journal.',
  up(db) {
    db.exec(HISTORY_REWRITES_SQL);
  },
};

const HISTORY_REWRITES_SQL = `
  -- They go with the library. One that comes back from a backup, or is made again from its commits, has none.
  CREATE TABLE history_rewrites (
    rewrite_id     INTEGER PRIMARY KEY,
    library_key    INTEGER NOT NULL REFERENCES libraries (library_key) ON DELETE CASCADE,
    seq            INTEGER NOT NULL,      -- of the commit that tells of it
    rewritten_by   TEXT NOT NULL,
    rewritten_at_s INTEGER NOT NULL,
    commits        INTEGER NOT NULL,      -- how many got new ids
    item           TEXT NOT NULL,         -- JSON: what was taken out
    result         TEXT NOT NULL          -- JSON; empty: objects are still to be removed
  ) STRICT;
  CREATE INDEX history_rewrites_of_library ON history_rewrites (library_key, rewrite_id DESC);
  CREATE INDEX history_rewrites_unfinished ON history_rewrites (rewrite_id) WHERE result = '';

  -- Ids that commits had before, with their place, which stays.
  CREATE TABLE rewritten_commits (
    library_key INTEGER NOT NULL REFERENCES libraries (library_key) ON DELETE CASCADE,
    id          TEXT NOT NULL,
    seq         INTEGER NOT NULL,
    PRIMARY KEY (library_key, id)
  ) STRICT, WITHOUT ROWID;
`;
