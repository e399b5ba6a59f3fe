import type { Migration } from './migration.ts';

/** Which text of a folder's ignore file counts. Null: what the file holds when it is read next, as it did before. */
export const agreedPatterns: Migration = {
  version: 19,
  name: 'agreed patterns',
  why: 'Patterns that come through the library count only once the person of this computer agreed.',
  up(db) {
    db.exec(`
      ALTER TABLE linked_folders ADD COLUMN agreed_ignore_text TEXT;
      ALTER TABLE linked_folders ADD COLUMN offered_ignore_text TEXT;
      ALTER TABLE linked_folders ADD COLUMN ignore_file_touched INTEGER NOT NULL DEFAULT 0;
    `);
  },
};
