import type { Migration } from './migration.ts';

/** How other devices reach the server. */
export const reach: Migration = {
  version: 24,
  name: 'reach',
  why: 'Whether other devices may connect, and by which names, is decided in the page and outlives a restart.',
  up(db) {
    db.exec(`
      -- One row: whether devices of the network may connect.
      CREATE TABLE network_reach (
        one   INTEGER PRIMARY KEY CHECK (one = 1),
        is_on INTEGER NOT NULL CHECK (is_on IN (0, 1)),
        port  INTEGER                                -- NULL the usual one
      ) STRICT;

      -- Names of the server that only its owner knows, as they stand in a Host header, without a port.
      CREATE TABLE allowed_hosts (
        name TEXT PRIMARY KEY
      ) STRICT, WITHOUT ROWID;
    `);
  },
};
