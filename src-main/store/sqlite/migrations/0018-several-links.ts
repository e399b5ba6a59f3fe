import type { Migration } from './migration.ts';

/** More than one link to one item. */
export const severalLinks: Migration = {
  version: 18,
  name: 'several links to one item',
  why: 'Programs make a link for each occasion, each with a password and an end of its own.',
  up(db) {
    db.exec(`
      DROP INDEX public_links_of_item;
      CREATE INDEX public_links_of_item ON public_links (creator_email, kind, library_id, path);
    `);
  },
};
