import type { Migration } from './migration.ts';

/** Folders of a library that are libraries of their own for others. */
export const folderLibraries: Migration = {
  version: 30,
  name: 'folder-libraries',
  why: 'One folder can be shared with people and synced without the rest of its library.',
  up(db) {
    db.exec(FOLDER_LIBRARIES_SQL);
  },
};

const FOLDER_LIBRARIES_SQL = `
  -- Both null but in folder libraries, which show one folder of another library and have no objects of their own. One
  -- whose folder is gone is deleted, until the folder is back as it was. They go with the library, and are not in what is
  -- restored from a backup, nor in a database that is made again.
  ALTER TABLE libraries ADD COLUMN origin_id TEXT;
  ALTER TABLE libraries ADD COLUMN origin_path TEXT;
  CREATE INDEX folder_libraries ON libraries (origin_id, origin_path) WHERE origin_id IS NOT NULL;
`;
