import type { Migration } from './migration.ts';

/** Where proxies show the server, and which of them are believed. */
export const reachedAddresses: Migration = {
  version: 29,
  name: 'reached-addresses',
  why: 'The address of a proxy in front, too, is said in the page and outlives a restart.',
  up(db) {
    db.exec(`
      -- Origins under which proxies show the server; the first is the main one.
      CREATE TABLE public_urls (
        place INTEGER PRIMARY KEY,
        url   TEXT NOT NULL UNIQUE
      ) STRICT;

      -- Proxies whose word about where a request came from is taken.
      CREATE TABLE trusted_proxies (
        address TEXT PRIMARY KEY
      ) STRICT, WITHOUT ROWID;
    `);
  },
};
