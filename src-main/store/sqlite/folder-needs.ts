import type { Database } from 'better-sqlite3';
import type { LibraryId } from '../../core/library/library-id.ts';
import type { ObjectId } from '../../core/objects/object-id.ts';

interface EntryRow {
  folder_key: number;
  dir: string;
  name: string;
  object_id: ObjectId;
}

const PAGE_ROWS = 1_000;

/** What linked folders still want to read from their library, whether a shown commit has it or not. */
export type FolderNeeds = ReturnType<typeof createFolderNeeds>;

export function createFolderNeeds(db: Database) {
  const roots = db.prepare<[string], { root: ObjectId }>(
    "SELECT synced_root_id AS root FROM linked_folders WHERE library_id = ? AND synced_root_id <> ''",
  );
  const page = db.prepare<[string, number, string, string, number], EntryRow>(`
    SELECT folder_key, dir, name, object_id FROM folder_entries
    WHERE folder_key IN (SELECT key FROM linked_folders WHERE library_id = ?) AND (folder_key, dir, name) > (?, ?, ?)
    ORDER BY folder_key, dir, name LIMIT ?`);

  return {
    /** Fs objects: the trees that folders were last compared with, and the files that they were last in agreement on. */
    *of(libraryId: LibraryId): Iterable<ObjectId> {
      for (const { root } of roots.all(libraryId)) yield root;
      let after: [number, string, string] = [0, '', ''];
      for (;;) {
        const rows = page.all(libraryId, ...after, PAGE_ROWS);
        for (const row of rows) if (row.object_id !== '') yield row.object_id;
        const last = rows.at(-1);
        if (last === undefined) return;
        after = [last.folder_key, last.dir, last.name];
      }
    },
  };
}
