import type { Migration } from './migration.ts';

/** Tokens for programs that get one library and nothing else. */
export const libraryTokens: Migration = {
  version: 27,
  name: 'library-tokens',
  why: 'A script for one library need not hold a token that opens all of them.',
  up(db) {
    db.exec(LIBRARY_TOKENS_SQL);
  },
};

const LIBRARY_TOKENS_SQL = `
  -- By their SHA-256. They go with the library and with who made them; a library that is restored from a backup, or a
  -- database that is made again, gets new ones.
  CREATE TABLE library_tokens (
    hash       BLOB PRIMARY KEY CHECK (length(hash) = 32),
    seed       TEXT NOT NULL,                      -- what the token is derived from, with the secret
    library_id TEXT NOT NULL REFERENCES libraries (id) ON DELETE CASCADE,
    user_key   INTEGER NOT NULL REFERENCES users (user_key) ON DELETE CASCADE,
    generation INTEGER NOT NULL,                   -- token_generation of the user when it was made
    app_name   TEXT NOT NULL,
    permission TEXT NOT NULL CHECK (permission IN ('r', 'rw')),
    made_at_s  INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX library_tokens_by_name ON library_tokens (library_id, app_name);
  CREATE INDEX library_tokens_of_user ON library_tokens (user_key);
`;
