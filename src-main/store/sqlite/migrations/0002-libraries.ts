import type { Migration } from './migration.ts';

/** Libraries, their history and their trash. */
export const libraries: Migration = {
  version: 2,
  name: 'libraries',
  why: 'Everything that listings, history and trash show is answered from these tables, never by walking commits.',
  up(db) {
    db.exec(LIBRARIES_SQL);
    db.exec(HISTORY_SQL);
    db.exec(TRASH_SQL);
  },
};

const LIBRARIES_SQL = `
  -- One row a library, live or deleted (deleted_at_s is set). Exactly one of the owner columns is set.
  CREATE TABLE libraries (
    library_key      INTEGER PRIMARY KEY,
    id               TEXT NOT NULL UNIQUE,
    name             TEXT NOT NULL,
    description      TEXT NOT NULL,
    owner_email      TEXT,
    owner_group_id   INTEGER,
    head_id          TEXT NOT NULL,
    root_id          TEXT NOT NULL,
    head_seq         INTEGER NOT NULL,             -- number of rows in commits; the head has this seq
    size_bytes       INTEGER NOT NULL,
    file_count       INTEGER NOT NULL,
    updated_at_s     INTEGER NOT NULL,
    modifier_email   TEXT NOT NULL,
    status           TEXT NOT NULL DEFAULT 'normal' CHECK (status IN ('normal', 'read-only')),
    keep_days        INTEGER NOT NULL DEFAULT -1,  -- -1 everything, 0 only the head, n days
    history_from_s   INTEGER NOT NULL DEFAULT 0,   -- history at or before this was cut by the user; 0 never
    trash_from_s     INTEGER NOT NULL DEFAULT 0,   -- the newest cleared deletion: it and all before are hidden
    trash_from_id    INTEGER NOT NULL DEFAULT 0,
    enc_version      INTEGER,                      -- null: not encrypted, and so are the next five
    magic            TEXT,
    random_key       TEXT,
    salt             TEXT,
    pwd_hash         TEXT,
    pwd_hash_algo    TEXT,
    pwd_hash_params  TEXT,
    created_at_s     INTEGER NOT NULL,
    deleted_at_s     INTEGER,
    CHECK ((owner_email IS NULL) <> (owner_group_id IS NULL))
  ) STRICT;
  CREATE INDEX libraries_by_time ON libraries (updated_at_s DESC, id) WHERE deleted_at_s IS NULL;
  CREATE INDEX libraries_by_owner ON libraries (owner_email, updated_at_s DESC);
  CREATE INDEX libraries_by_group ON libraries (owner_group_id, updated_at_s DESC);
  CREATE INDEX libraries_deleted ON libraries (deleted_at_s DESC, id) WHERE deleted_at_s IS NOT NULL;

  -- The default library of a user. The library may since have been deleted.
  CREATE TABLE default_libraries (
    owner_email TEXT PRIMARY KEY,
    library_id  TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- Tombstones: libraries removed for good. Written before the first object is removed.
  CREATE TABLE purged_libraries (
    id          TEXT PRIMARY KEY,
    purged_at_s INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
`;

const HISTORY_SQL = `
  -- The history of each library in the order in which its head moved; seq counts from 1 without gaps.
  CREATE TABLE commits (
    library_key      INTEGER NOT NULL REFERENCES libraries (library_key) ON DELETE CASCADE,
    seq              INTEGER NOT NULL,
    id               TEXT NOT NULL,
    parent_id        TEXT,
    second_parent_id TEXT,
    root_id          TEXT NOT NULL,
    author_email     TEXT NOT NULL,
    creator          TEXT NOT NULL,
    description      TEXT NOT NULL,
    ctime_s          INTEGER NOT NULL,
    device_name      TEXT,
    client_version   TEXT,
    is_merge         INTEGER NOT NULL,
    has_conflict     INTEGER NOT NULL,
    added            INTEGER NOT NULL,             -- changes of each kind; a folded folder counts once
    modified         INTEGER NOT NULL,
    removed          INTEGER NOT NULL,
    renamed          INTEGER NOT NULL,
    PRIMARY KEY (library_key, seq)
  ) STRICT;
  CREATE UNIQUE INDEX commits_by_id ON commits (library_key, id);
  CREATE INDEX commits_by_time ON commits (library_key, ctime_s, seq);

  -- What each commit changed against its first parent, in path order. new_path is '' unless it is a rename.
  CREATE TABLE commit_changes (
    library_key INTEGER NOT NULL,
    seq         INTEGER NOT NULL,
    position    INTEGER NOT NULL,
    op          TEXT NOT NULL,
    path        TEXT NOT NULL,
    new_path    TEXT NOT NULL,
    is_dir      INTEGER NOT NULL,
    object_id   TEXT NOT NULL,
    size_bytes  INTEGER NOT NULL,
    PRIMARY KEY (library_key, seq, position),
    FOREIGN KEY (library_key, seq) REFERENCES commits (library_key, seq) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX commit_changes_by_path ON commit_changes (library_key, path, seq);
  CREATE INDEX commit_changes_by_new_path ON commit_changes (library_key, new_path, seq) WHERE new_path <> '';
`;

const TRASH_SQL = `
  -- One row a deletion. listed is 1 while nothing of that path and kind is back, and 0 for all but the newest
  -- deletion of a path, so that a page of the trash is one range of an index.
  CREATE TABLE trash_items (
    trash_id     INTEGER PRIMARY KEY AUTOINCREMENT,
    library_key  INTEGER NOT NULL REFERENCES libraries (library_key) ON DELETE CASCADE,
    path         TEXT NOT NULL,
    is_dir       INTEGER NOT NULL,
    object_id    TEXT NOT NULL,
    size_bytes   INTEGER NOT NULL,                 -- 0 for folders
    deleted_at_s INTEGER NOT NULL,
    deleted_by   TEXT NOT NULL,
    commit_id    TEXT NOT NULL,                    -- the last commit that held the item
    listed       INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX trash_by_time ON trash_items (library_key, deleted_at_s DESC, trash_id DESC) WHERE listed = 1;
  CREATE INDEX trash_by_path ON trash_items (library_key, path) WHERE listed = 1;
  -- For the removal of a library.
  CREATE INDEX trash_of_library ON trash_items (library_key);
`;
