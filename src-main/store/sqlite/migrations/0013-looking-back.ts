import type { Migration } from './migration.ts';

/** Finding commits by who made them and where, and moments that are kept whatever retention says. */
export const lookingBack: Migration = {
  version: 13,
  name: 'looking-back',
  why: 'History is filtered by person and device in pages that cost what they show, and moments can be pinned.',
  up(db) {
    db.exec(SEARCH_SQL);
    db.exec(PINS_SQL);
  },
};

const SEARCH_SQL = `
  -- Also for telling the few people and devices of a long history without reading it.
  CREATE INDEX commits_by_author ON commits (library_key, author_email, seq);
  CREATE INDEX commits_by_device ON commits (library_key, device_name, seq) WHERE device_name IS NOT NULL;
`;

const PINS_SQL = `
  -- Commits that somebody named. Their trees stay whole, whatever retention and the cut of a history say.
  CREATE TABLE pinned_commits (
    library_key INTEGER NOT NULL REFERENCES libraries (library_key) ON DELETE CASCADE,
    seq         INTEGER NOT NULL,
    name        TEXT NOT NULL,
    pinned_by   TEXT NOT NULL,
    pinned_at_s INTEGER NOT NULL,
    PRIMARY KEY (library_key, seq)
  ) STRICT, WITHOUT ROWID;
`;
