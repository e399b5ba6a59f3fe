import type { Migration } from './migration.ts';

/** What programs note at files and folders by WebDAV. */
export const itemProperties: Migration = {
  version: 23,
  name: 'item properties',
  why: 'Programs that open libraries as a drive keep notes of their own at items, and expect to find them again.',
  up(db) {
    db.exec(`
      -- The path is where the item was when a program noted it or moved it: it may be gone. Neither backups of single
      -- libraries nor a database that is made again bring these rows along.
      CREATE TABLE item_properties (
        library_id TEXT NOT NULL REFERENCES libraries (id) ON DELETE CASCADE,
        path       TEXT NOT NULL,
        -- '{namespace}name'
        name       TEXT NOT NULL,
        -- An XML element
        value      TEXT NOT NULL,
        PRIMARY KEY (library_id, path, name)
      ) STRICT, WITHOUT ROWID;
    `);
  },
};
