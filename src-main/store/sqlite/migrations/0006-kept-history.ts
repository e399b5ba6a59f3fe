import type { Migration } from './migration.ts';

/** From which commit on the content of each library is kept. */
export const keptHistory: Migration = {
  version: 6,
  name: 'kept-history',
  why: 'What garbage collection removed must stay hidden when retention is made longer again.',
  up(db) {
    db.exec(`
      -- Oldest commit whose tree is kept whole; garbage collection may have removed what only older ones reach.
      ALTER TABLE libraries ADD COLUMN kept_from_seq INTEGER NOT NULL DEFAULT 1;
    `);
  },
};
