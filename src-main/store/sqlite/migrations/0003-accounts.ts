import type { Migration } from './migration.ts';

/** Users, the tokens that speak for them, and groups. */
export const accounts: Migration = {
  version: 3,
  name: 'accounts',
  why: 'Several people can use one server: each with an account, tokens that can be revoked, groups and departments.',
  up(db) {
    db.exec(USERS_SQL);
    db.exec(TOKENS_SQL);
    db.exec(GROUPS_SQL);
  },
};

const USERS_SQL = `
  -- One row a person. Keys are never used again, because API tokens are derived from them.
  CREATE TABLE users (
    user_key          INTEGER PRIMARY KEY AUTOINCREMENT,
    email             TEXT NOT NULL UNIQUE CHECK (email = lower(email)),
    name              TEXT NOT NULL,               -- '' shows the local part of the contact e-mail
    contact_email     TEXT NOT NULL,               -- '' is the e-mail itself
    password_hash     TEXT,                        -- null: cannot sign in with a password
    is_admin          INTEGER NOT NULL CHECK (is_admin IN (0, 1)),
    is_active         INTEGER NOT NULL CHECK (is_active IN (0, 1)),
    role              TEXT NOT NULL DEFAULT 'default',
    quota_bytes       INTEGER,                     -- null: unlimited
    created_at_s      INTEGER NOT NULL,
    last_sign_in_at_s INTEGER,                     -- null: never
    last_seen_at_s    INTEGER,                     -- null: never
    token_generation  INTEGER NOT NULL DEFAULT 0   -- raising it revokes the tokens of earlier generations
  ) STRICT;
  CREATE UNIQUE INDEX users_by_contact_email ON users (contact_email) WHERE contact_email <> '';
`;

const TOKENS_SQL = `
  -- API tokens, by their SHA-256. A row outlives its user (user_key is null then), so that the holder is told why.
  CREATE TABLE api_tokens (
    hash             BLOB PRIMARY KEY CHECK (length(hash) = 32),
    user_key         INTEGER REFERENCES users (user_key) ON DELETE SET NULL,
    kind             TEXT NOT NULL CHECK (kind IN ('account', 'device', 'session', 'local')),
    generation       INTEGER NOT NULL,             -- token_generation of the user when it was issued
    revision         INTEGER NOT NULL DEFAULT 0,   -- how often this account or device has signed out
    platform         TEXT NOT NULL DEFAULT '',
    device_id        TEXT NOT NULL DEFAULT '',
    device_name      TEXT NOT NULL DEFAULT '',
    client_version   TEXT NOT NULL DEFAULT '',
    platform_version TEXT NOT NULL DEFAULT '',
    created_at_s     INTEGER NOT NULL,
    last_used_at_s   INTEGER NOT NULL,             -- written at most once a minute
    revoked_at_s     INTEGER                       -- set when an account or device token signs out
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX api_token_slots ON api_tokens (user_key, platform, device_id)
    WHERE kind IN ('account', 'device');
  CREATE INDEX api_tokens_of_user ON api_tokens (user_key, kind, last_used_at_s);

  -- Sync tokens, by their SHA-256: one user's right to sync one library.
  CREATE TABLE sync_tokens (
    hash           BLOB PRIMARY KEY CHECK (length(hash) = 32),
    library_id     TEXT NOT NULL,
    user_key       INTEGER NOT NULL REFERENCES users (user_key) ON DELETE CASCADE,
    generation     INTEGER NOT NULL,
    device_id      TEXT NOT NULL DEFAULT '',       -- '' until a client says which device it is
    device_name    TEXT NOT NULL DEFAULT '',
    created_at_s   INTEGER NOT NULL,
    last_used_at_s INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX sync_tokens_of_library ON sync_tokens (library_id, user_key, last_used_at_s);
  CREATE INDEX sync_tokens_of_user ON sync_tokens (user_key, device_id);
`;

const GROUPS_SQL = `
  -- Groups of users. Ids are never used again: <id>@service_group names a department for ever.
  CREATE TABLE groups (
    group_id        INTEGER PRIMARY KEY AUTOINCREMENT,
    name            TEXT NOT NULL COLLATE BINARY UNIQUE,
    parent_group_id INTEGER NOT NULL,              -- 0 plain group, -1 top department, n inside department n
    creator_email   TEXT NOT NULL,
    created_at_s    INTEGER NOT NULL,
    quota_bytes     INTEGER                        -- null: unlimited
  ) STRICT;
  CREATE INDEX groups_by_parent ON groups (parent_group_id, name);

  -- Who is in which group.
  CREATE TABLE group_members (
    group_id INTEGER NOT NULL REFERENCES groups (group_id) ON DELETE CASCADE,
    user_key INTEGER NOT NULL REFERENCES users (user_key) ON DELETE CASCADE,
    role     TEXT NOT NULL CHECK (role IN ('owner', 'admin', 'member')),
    PRIMARY KEY (group_id, user_key)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX group_members_by_user ON group_members (user_key);
`;
