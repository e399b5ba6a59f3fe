import type { Migration } from './migration.ts';

/** What administrators did and decided. */
export const administration: Migration = {
  version: 14,
  name: 'administration',
  why: 'Owners see who looked into their libraries, and the last check and clean-up are known after a restart.',
  up(db) {
    db.exec(VISITS_SQL);
    db.exec(JOBS_SQL);
    db.exec(SETTINGS_SQL);
  },
};

const VISITS_SQL = `
  -- What administrators did inside libraries of others. Goes with the library, since paths are content.
  CREATE TABLE admin_visits (
    visit_id    INTEGER PRIMARY KEY AUTOINCREMENT,
    library_id  TEXT NOT NULL REFERENCES libraries (id) ON DELETE CASCADE,
    admin_email TEXT NOT NULL,
    deed        TEXT NOT NULL CHECK (deed IN ('looked', 'downloaded', 'made', 'deleted')),
    path        TEXT NOT NULL,
    at_s        INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX admin_visits_of_library ON admin_visits (library_id, visit_id DESC);
`;

const JOBS_SQL = `
  -- Background jobs that are over, the newest few.
  CREATE TABLE finished_jobs (
    id           TEXT PRIMARY KEY,
    kind         TEXT NOT NULL,
    state        TEXT NOT NULL CHECK (state IN ('done', 'canceled', 'failed')),
    started_by   TEXT NOT NULL,
    started_at_s INTEGER NOT NULL,
    ended_at_s   INTEGER NOT NULL,
    outcome      TEXT NOT NULL                     -- JSON; what it found, or why it failed
  ) STRICT;
  CREATE INDEX finished_jobs_by_time ON finished_jobs (ended_at_s DESC, id);
`;

const SETTINGS_SQL = `
  -- One row: what holds for the whole server.
  CREATE TABLE server_settings (
    one               INTEGER PRIMARY KEY CHECK (one = 1),
    default_keep_days INTEGER NOT NULL             -- retention of new libraries; -1 everything
  ) STRICT;
`;
