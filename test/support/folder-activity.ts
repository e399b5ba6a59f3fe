import type { Database } from 'better-sqlite3';
import { FolderActivity } from '../../src-main/folder/link/folder-activity.ts';
import { createFolderActivityTable } from '../../src-main/store/sqlite/folder-activity.ts';
import { memoryDatabase } from './database.ts';

/** As one process keeps it; a test saves it. */
export function folderActivityIn(db: Database = memoryDatabase()): FolderActivity {
  return new FolderActivity({ rows: createFolderActivityTable(db), onUnsaved: () => undefined });
}
