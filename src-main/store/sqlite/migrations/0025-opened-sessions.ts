import type { Migration } from './migration.ts';

/** Sessions that a program of a device opened in the browser. */
export const openedSessions: Migration = {
  version: 25,
  name: 'opened-sessions',
  why: 'Who signs a lost device out also ends what that device has opened in a browser.',
  up(db) {
    db.exec(`
      -- SHA-256 of the token that the session ends with; NULL it stands for itself
      ALTER TABLE api_tokens ADD COLUMN opened_by BLOB;
    `);
  },
};
