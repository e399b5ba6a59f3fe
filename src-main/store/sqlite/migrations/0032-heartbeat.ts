import type { Migration } from './migration.ts';

/** When what is stored was read last, and how often a restore is rehearsed. */
export const heartbeat: Migration = {
  version: 32,
  name: 'heartbeat',
  why: 'The reading of everything that is stored goes on after a restart where it was.',
  up(db) {
    db.exec(`
      CREATE TABLE read_ranges (
        place    TEXT NOT NULL,    -- of the data folder: in a copy of it nothing was read yet
        up_to    TEXT NOT NULL,    -- last object of the range: library id, /, number of the kind, object id
        since_s  INTEGER NOT NULL, -- all of it was read or written then or later; 0 not all of it
        bytes    INTEGER NOT NULL,
        PRIMARY KEY (place, up_to)
      ) STRICT, WITHOUT ROWID;

      ALTER TABLE server_settings ADD COLUMN rehearses TEXT NOT NULL DEFAULT 'monthly';
    `);
  },
};
