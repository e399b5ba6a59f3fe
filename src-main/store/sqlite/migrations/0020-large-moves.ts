import type { Migration } from './migration.ts';

/** Head moves that are written in many transactions. */
export const largeMoves: Migration = {
  version: 20,
  name: 'large moves',
  why: 'A commit that changes a hundred thousand items would keep everybody else waiting while it is put on record.',
  up(db) {
    db.exec(`
      -- Heads that are about to move: rows of the commits from seq on may be here before the commits themselves.
      CREATE TABLE large_moves (
        library_key INTEGER PRIMARY KEY REFERENCES libraries (library_key) ON DELETE CASCADE,
        seq         INTEGER NOT NULL
      ) STRICT;

      -- Deletions that are no longer listed once the head of their library has moved.
      CREATE TABLE large_move_returns (
        library_key INTEGER NOT NULL REFERENCES large_moves (library_key) ON DELETE CASCADE,
        trash_id    INTEGER NOT NULL,
        PRIMARY KEY (library_key, trash_id)
      ) STRICT, WITHOUT ROWID;

      -- Deletions (listed = 2) that are listed once the head of their library has moved.
      CREATE INDEX trash_of_large_moves ON trash_items (library_key) WHERE listed = 2;
    `);
  },
};
