import type { Migration } from './migration.ts';

/** Where the objects of every library lie on disk. */
export const objects: Migration = {
  version: 1,
  name: 'objects',
  why: 'Objects lie in pack files and files of their own; finding one must not need a walk over the disk.',
  up(db) {
    db.exec(OBJECT_TABLES_SQL);
  },
};

const OBJECT_TABLES_SQL = `
  -- A small number for each library that has objects, so that object rows need not repeat its id. Numbers are
  -- never used again: whoever still holds that of a removed library must not find another's objects.
  CREATE TABLE object_stores (
    store_key  INTEGER PRIMARY KEY AUTOINCREMENT,
    library_id TEXT NOT NULL UNIQUE
  ) STRICT;

  -- One row an object that is whole and durable on disk. Derived: packs and block files can rebuild it.
  CREATE TABLE objects (
    store_key    INTEGER NOT NULL,
    kind         INTEGER NOT NULL CHECK (kind IN (1, 2, 3)),  -- 1 block, 2 fs object, 3 commit
    id           BLOB NOT NULL CHECK (length(id) = 20),
    pack         INTEGER NOT NULL,                            -- number of the pack; 0: a file of its own
    offset       INTEGER NOT NULL,                            -- bytes before the record in its pack
    stored_bytes INTEGER NOT NULL,                            -- length of the record's payload
    encoding     INTEGER NOT NULL CHECK (encoding IN (0, 1)), -- 0 raw, 1 zlib
    size_bytes   INTEGER NOT NULL,                            -- length of the object itself
    PRIMARY KEY (store_key, kind, id)
  ) STRICT, WITHOUT ROWID;

  -- Where the last recorded object of each pack ends. A pack that is longer has a tail that nothing may follow.
  CREATE TABLE object_packs (
    store_key  INTEGER NOT NULL,
    pack       INTEGER NOT NULL,
    end_offset INTEGER NOT NULL,
    PRIMARY KEY (store_key, pack)
  ) STRICT, WITHOUT ROWID;
`;
