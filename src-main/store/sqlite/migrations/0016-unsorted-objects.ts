import type { Migration } from './migration.ts';

/** Rows of objects that came in bulk and have not been sorted into their table yet. */
export const unsortedObjects: Migration = {
  version: 16,
  name: 'unsorted objects',
  why: 'Ids are hashes, so each of a hundred thousand new rows lands on another page; sorting them in can wait.',
  up(db) {
    db.exec(`
      -- Many rows of \`objects\` in one. What is here is on record as much as what is there, and never changed here.
      -- Numbers are never used again: who has read some of it knows by them what else there is to read.
      CREATE TABLE unsorted_objects (
        batch       INTEGER PRIMARY KEY AUTOINCREMENT,
        store_key   INTEGER NOT NULL,
        stored_at_s INTEGER NOT NULL,                   -- of all of its rows
        rows        BLOB NOT NULL                       -- of equal length: store/sqlite/unsorted-rows.ts
      ) STRICT;
      CREATE INDEX unsorted_objects_of ON unsorted_objects (store_key, batch);
    `);
  },
};
