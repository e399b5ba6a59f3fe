import type { Migration } from './migration.ts';

/** What lists say of a commit. */
export const commitTitles: Migration = {
  version: 28,
  name: 'commit titles',
  why: 'Lists say what each commit did, in files and in any language, without reading its changes or folders.',
  up(db) {
    db.exec(`
      -- JSON of core/history/commit-summary.ts. NULL in older rows, for which the changes do where they are few.
      ALTER TABLE commits ADD COLUMN summary TEXT;
    `);
  },
};
