import type { Migration } from './migration.ts';

/** Where everything is copied to, and how that went. */
export const backup: Migration = {
  version: 15,
  name: 'backup',
  why: 'The folder of the backup and its last success are known after a restart.',
  up(db) {
    db.exec(`
      -- One row: the folder that the backup is kept in. None: nobody named one.
      CREATE TABLE backup (
        one               INTEGER PRIMARY KEY CHECK (one = 1),
        folder            TEXT NOT NULL,
        is_daily          INTEGER NOT NULL CHECK (is_daily IN (0, 1)),
        succeeded_at_s    INTEGER NOT NULL,            -- 0 never, in this folder
        copied_files      INTEGER NOT NULL,            -- by the last success
        copied_bytes      INTEGER NOT NULL,
        failing_since_s   INTEGER NOT NULL,            -- 0 the last try was a success
        failure           TEXT NOT NULL                -- JSON; empty the last try was a success
      ) STRICT;
    `);
  },
};
