import type { Migration } from './migration.ts';

/** What linked folders need to follow their library: how far they have, what they are about to do, what they could not. */
export const twoWayFolders: Migration = {
  version: 7,
  name: 'two-way-folders',
  why: 'Changes from elsewhere are written into linked folders, and a crash in the middle must be told from an edit.',
  up(db) {
    db.exec(TWO_WAY_SQL);
  },
};

const TWO_WAY_SQL = `
  -- Root of a tree that the folder was compared with to the end; '' when never. Where the head differs from it, disk and
  -- library may differ; everywhere else only the paths in folder_pending do.
  ALTER TABLE linked_folders ADD COLUMN synced_root_id TEXT NOT NULL DEFAULT '';
  -- Time at which a paused folder goes on by itself; 0: only when told.
  ALTER TABLE linked_folders ADD COLUMN resume_at_s INTEGER NOT NULL DEFAULT 0;
  -- 1: the folder was seen with its marker, so a folder without one is another.
  ALTER TABLE linked_folders ADD COLUMN marked INTEGER NOT NULL DEFAULT 0;

  -- Paths at which the folder does not hold what the library does, and why.
  CREATE TABLE folder_pending (
    folder_key INTEGER NOT NULL REFERENCES linked_folders (key) ON DELETE CASCADE,
    path       TEXT NOT NULL,
    reason     TEXT NOT NULL,
    message    TEXT NOT NULL,
    since_s    INTEGER NOT NULL,
    PRIMARY KEY (folder_key, path)
  ) STRICT, WITHOUT ROWID;

  -- Files that are being replaced or removed right now, written down before the disk is touched.
  CREATE TABLE folder_intents (
    folder_key INTEGER NOT NULL REFERENCES linked_folders (key) ON DELETE CASCADE,
    stand_in   TEXT NOT NULL,                      -- path of the unfinished new file
    aside      TEXT NOT NULL,                      -- path under which the old file waits until the new one is in place
    path       TEXT NOT NULL,
    size_bytes INTEGER NOT NULL,                   -- of the old file as it is in history; -1: there was none
    mtime_ms   REAL NOT NULL,
    ino        REAL NOT NULL,
    next_id    TEXT NOT NULL,                      -- of what will be at the path; '': nothing
    next_size_bytes INTEGER NOT NULL,
    next_mtime_ms   REAL NOT NULL,
    next_ino        REAL,                          -- NULL: not known before it is made
    PRIMARY KEY (folder_key, stand_in)
  ) STRICT, WITHOUT ROWID;

  -- Subfolders that a person does not want on this computer.
  CREATE TABLE folder_exclusions (
    folder_key INTEGER NOT NULL REFERENCES linked_folders (key) ON DELETE CASCADE,
    path       TEXT NOT NULL,
    PRIMARY KEY (folder_key, path)
  ) STRICT, WITHOUT ROWID;
`;
