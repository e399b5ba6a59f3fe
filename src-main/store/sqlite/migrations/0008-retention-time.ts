import type { Migration } from './migration.ts';

/** What retention takes for the time, and what the clock said when that was noted. */
export const retentionTime: Migration = {
  version: 8,
  name: 'retention-time',
  why: 'A clock that jumps must not make history expire, also when it jumps while nothing runs.',
  up(db) {
    db.exec(`
      -- One row, none before the first start.
      CREATE TABLE retention_time (
        one       INTEGER PRIMARY KEY CHECK (one = 1),
        trusted_s INTEGER NOT NULL,                    -- what expires is judged as if it were now
        wall_s    INTEGER NOT NULL,                    -- the wall clock when this was noted
        steady_s  INTEGER NOT NULL                     -- running time since the clock jumped
      ) STRICT;
    `);
  },
};
