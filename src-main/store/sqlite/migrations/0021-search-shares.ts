import type { Migration } from './migration.ts';

/** How much each library has in the search index, and which texts of it wait. */
export const searchShares: Migration = {
  version: 21,
  name: 'search shares',
  why: 'One library must not fill the search index, nor keep the texts of others waiting.',
  up(db) {
    db.exec(`
      ALTER TABLE search_libraries ADD COLUMN row_count INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE search_libraries ADD COLUMN left_out INTEGER NOT NULL DEFAULT 0;
      UPDATE search_libraries SET row_count = counted.rows
        FROM (SELECT search_key, count(*) AS rows FROM search_items GROUP BY search_key) AS counted
        WHERE counted.search_key = search_libraries.search_key;
      DROP INDEX search_texts_waiting;
      CREATE INDEX search_texts_waiting ON search_texts (search_key, text_key) WHERE state = 0;
    `);
  },
};
