import type { Migration } from './migration.ts';

/** What garbage collection, deduplication and damage need to know about each object. */
export const objectSafety: Migration = {
  version: 5,
  name: 'object-safety',
  why: 'Nothing young is collected, no content passes for another with the same id, and damage is remembered.',
  up(db) {
    db.exec(OBJECT_SAFETY_SQL);
  },
};

// New columns of rows that exist cost nothing: SQLite reads the default for what a row does not hold.
const OBJECT_SAFETY_SQL = `
  -- When the object was stored, or somebody was last told that it is here; 0: before this was noted.
  ALTER TABLE objects ADD COLUMN stored_at_s INTEGER NOT NULL DEFAULT 0;

  -- SHA-256 of a block; null: not computed yet, or no block.
  ALTER TABLE objects ADD COLUMN sha256 BLOB CHECK (sha256 IS NULL OR (kind = 1 AND length(sha256) = 32));

  -- Objects on record whose stored copy was found damaged. They count as absent until a good copy is found or written.
  CREATE TABLE damaged_objects (
    store_key  INTEGER NOT NULL,
    kind       INTEGER NOT NULL CHECK (kind IN (1, 2, 3)),
    id         BLOB NOT NULL CHECK (length(id) = 20),
    found_at_s INTEGER NOT NULL,
    reason     TEXT NOT NULL,                                 -- what is wrong with it, for example 'missing'
    PRIMARY KEY (store_key, kind, id)
  ) STRICT, WITHOUT ROWID;
`;
