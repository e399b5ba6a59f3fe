import type { Migration } from './migration.ts';

/** From where a device last synced. */
export const deviceAddresses: Migration = {
  version: 11,
  name: 'device-addresses',
  why: 'Whoever looks through their devices knows a foreign one by where it syncs from.',
  up(db) {
    db.exec(ADDRESSES_SQL);
  },
};

const ADDRESSES_SQL = `
  -- Network address of the last use that was written; '' before the first.
  ALTER TABLE sync_tokens ADD COLUMN last_address TEXT NOT NULL DEFAULT '';
`;
