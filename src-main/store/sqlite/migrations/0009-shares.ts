import type { Migration } from './migration.ts';

/** Libraries that are shared with people, with groups, and with visitors who have a link. */
export const shares: Migration = {
  version: 9,
  name: 'shares',
  why: 'A library can be opened to others without giving it away.',
  up(db) {
    db.exec(SHARES_SQL);
    db.exec(LINKS_SQL);
  },
};

// What a share or a link hangs on takes it along when it goes: nothing may come to life again under an old number.
const SHARES_SQL = `
  CREATE TABLE user_shares (
    library_id TEXT NOT NULL REFERENCES libraries (id) ON DELETE CASCADE,
    user_key   INTEGER NOT NULL REFERENCES users (user_key) ON DELETE CASCADE,
    permission TEXT NOT NULL CHECK (permission IN ('r', 'rw')),
    is_admin   INTEGER NOT NULL CHECK (is_admin IN (0, 1)),  -- may share it further
    shared_by  TEXT NOT NULL,                      -- e-mail
    PRIMARY KEY (library_id, user_key)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX user_shares_of_user ON user_shares (user_key);

  CREATE TABLE group_shares (
    library_id TEXT NOT NULL REFERENCES libraries (id) ON DELETE CASCADE,
    group_id   INTEGER NOT NULL REFERENCES groups (group_id) ON DELETE CASCADE,
    permission TEXT NOT NULL CHECK (permission IN ('r', 'rw')),
    is_admin   INTEGER NOT NULL CHECK (is_admin IN (0, 1)),
    shared_by  TEXT NOT NULL,
    PRIMARY KEY (library_id, group_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX group_shares_of_group ON group_shares (group_id);
`;

const LINKS_SQL = `
  -- Links for people without an account. The token lies here as it is, because its maker is shown it again and again;
  -- it opens one item of one library, as long as its maker may.
  CREATE TABLE public_links (
    token         TEXT PRIMARY KEY CHECK (length(token) = 20),
    kind          TEXT NOT NULL CHECK (kind IN ('share', 'upload')),
    library_id    TEXT NOT NULL REFERENCES libraries (id) ON DELETE CASCADE,
    path          TEXT NOT NULL,
    is_dir        INTEGER NOT NULL CHECK (is_dir IN (0, 1)),
    creator_email TEXT NOT NULL REFERENCES users (email) ON DELETE CASCADE,
    password_hash TEXT,                            -- null: no password
    can_download  INTEGER NOT NULL CHECK (can_download IN (0, 1)),
    can_edit      INTEGER NOT NULL CHECK (can_edit IN (0, 1)),
    can_upload    INTEGER NOT NULL CHECK (can_upload IN (0, 1)),
    description   TEXT NOT NULL,
    created_at_s  INTEGER NOT NULL,
    expires_at_s  INTEGER,                         -- null: never
    view_count    INTEGER NOT NULL DEFAULT 0
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX public_links_of_item ON public_links (creator_email, kind, library_id, path);
  CREATE INDEX public_links_of_library ON public_links (library_id);
`;
