import type { Migration } from './migration.ts';

/** On which disk the folder of the backup was seen last. */
export const backupDisk: Migration = {
  version: 22,
  name: 'backup disk',
  why: 'A backup on the disk of the data must not count as one as soon as its folder is away.',
  up(db) {
    db.exec(`
      -- 1 that of the data, so that one that breaks takes both; NULL nobody has seen it yet
      ALTER TABLE backup ADD COLUMN on_data_disk INTEGER CHECK (on_data_disk IN (0, 1));
    `);
  },
};
