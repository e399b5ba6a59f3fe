import type { Migration } from './migration.ts';

/** What linked folders did lately, and whether the folder of the backup is in memory. */
export const folderActivity: Migration = {
  version: 34,
  name: 'folder activity',
  why: 'What a linked folder did was forgotten at each restart, and a backup in memory is gone after one.',
  up(db) {
    db.exec(FOLDER_ACTIVITY_SQL);
  },
};

const FOLDER_ACTIVITY_SQL = `
  -- The newest of each folder. They go with it, and when its library is purged or something is erased from that.
  CREATE TABLE folder_activity (
    entry_id   INTEGER PRIMARY KEY,
    folder_key INTEGER NOT NULL REFERENCES linked_folders (key) ON DELETE CASCADE,
    at_ms      INTEGER NOT NULL,
    path       TEXT NOT NULL,      -- relative to the folder
    what       TEXT NOT NULL,
    bytes      INTEGER NOT NULL,
    said       TEXT NOT NULL       -- JSON; empty: nothing
  ) STRICT;
  CREATE INDEX folder_activity_of_folder ON folder_activity (folder_key, entry_id);

  -- What was done before is not listed, unless the folder was linked later.
  ALTER TABLE linked_folders ADD COLUMN activity_begins_at_s INTEGER NOT NULL DEFAULT 0;
  UPDATE linked_folders SET activity_begins_at_s = unixepoch();

  -- 1 the folder was in memory when it was seen last, so that a restart takes it
  ALTER TABLE backup ADD COLUMN in_memory INTEGER NOT NULL DEFAULT 0 CHECK (in_memory IN (0, 1));
`;
