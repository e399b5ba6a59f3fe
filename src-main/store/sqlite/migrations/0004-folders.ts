import type { Migration } from './migration.ts';

/** Linked folders and the state in which each last agreed with its library. */
export const folders: Migration = {
  version: 4,
  name: 'folders',
  why: 'What changed in a folder while nobody looked is found by comparing the disk with the last agreed state.',
  up(db) {
    db.exec(FOLDERS_SQL);
  },
};

const FOLDERS_SQL = `
  CREATE TABLE linked_folders (
    key              INTEGER PRIMARY KEY AUTOINCREMENT,
    id               TEXT NOT NULL UNIQUE,
    library_id       TEXT NOT NULL,                -- no reference: a deleted library must not take the row along
    path             TEXT NOT NULL UNIQUE,
    author_email     TEXT NOT NULL,
    paused           INTEGER NOT NULL DEFAULT 0,
    root_dev         REAL NOT NULL,                -- REAL: device and inode numbers go beyond 63 bits on some systems
    root_ino         REAL NOT NULL,
    created_at_s     INTEGER NOT NULL,
    last_scan_at_s   INTEGER NOT NULL DEFAULT 0,
    last_commit_at_s INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX linked_folders_by_library ON linked_folders (library_id);

  -- One row a file or folder that disk and library agree about. dir is relative to the linked folder, '' for itself.
  CREATE TABLE folder_entries (
    folder_key INTEGER NOT NULL REFERENCES linked_folders (key) ON DELETE CASCADE,
    dir        TEXT NOT NULL,
    name       TEXT NOT NULL,
    is_dir     INTEGER NOT NULL,
    size_bytes INTEGER NOT NULL,
    mtime_ms   REAL NOT NULL,
    ctime_ms   REAL NOT NULL,                      -- -1: content must be read again
    ino        REAL NOT NULL,
    mode       INTEGER NOT NULL,
    object_id  TEXT NOT NULL,
    PRIMARY KEY (folder_key, dir, name)
  ) STRICT, WITHOUT ROWID;
  -- Finds the content of a renamed file without reading it.
  CREATE INDEX folder_entries_by_inode ON folder_entries (folder_key, ino);
`;
