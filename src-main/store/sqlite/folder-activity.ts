import type { Database } from 'better-sqlite3';
import { type FolderActivityEntry, MOST_ACTIVITY_ENTRIES } from '../../core/folder/folder-activity.ts';
import { saidOnRecord } from '../../core/folder/folder-journal.ts';
import type { LibraryId } from '../../core/library/library-id.ts';

/** Names and reasons of one folder, in characters. Ordinary names of a thousand entries take a tenth of it. */
const MOST_TEXT = 512 * 1024;

/** What linked folders did lately. */
export function createFolderActivityTable(db: Database) {
  const insert = db.prepare(`
    INSERT INTO folder_activity (folder_key, at_ms, path, what, bytes, said)
    SELECT key, :at_ms, :path, :what, :bytes, :said FROM linked_folders WHERE key = :folderKey`);
  const newest = db.prepare<[number, number], ActivityRow>(`
    SELECT at_ms, path, what, bytes, said FROM folder_activity WHERE folder_key = ? ORDER BY entry_id DESC LIMIT ?`);
  const sizes = db.prepare<[number], { id: number; atMs: number; size: number }>(`
    SELECT entry_id AS id, at_ms AS atMs, length(path) + length(said) AS size
    FROM folder_activity WHERE folder_key = ? ORDER BY entry_id DESC`);
  const removeBefore = db.prepare('DELETE FROM folder_activity WHERE folder_key = ? AND entry_id < ?');
  const begin = db.prepare('UPDATE linked_folders SET activity_begins_at_s = ? WHERE key = ?');
  const beginsAt = db
    .prepare<[number], number>(
      'SELECT max(activity_begins_at_s, created_at_s) FROM linked_folders WHERE key = ?',
    )
    .pluck();
  const keysOf = db.prepare<[string], number>('SELECT key FROM linked_folders WHERE library_id = ?').pluck();
  const removeAll = db.prepare('DELETE FROM folder_activity WHERE folder_key = ?');

  const addAll = db.transaction((byFolder: ReadonlyMap<number, readonly FolderActivityEntry[]>) => {
    for (const [folderKey, entries] of byFolder) {
      for (const { said, ...entry } of entries)
        insert.run({ folderKey, ...entry, said: said === null ? '' : JSON.stringify(said) });
      trim(folderKey);
    }
  });

  function trim(folderKey: number): void {
    let count = 0;
    let text = 0;
    let oldest: { readonly id: number; readonly atMs: number } | undefined;
    for (const row of sizes.all(folderKey)) {
      text += row.size;
      if (oldest !== undefined && text > MOST_TEXT) break;
      oldest = row;
      count += 1;
      if (count === MOST_ACTIVITY_ENTRIES) break;
    }
    if (oldest === undefined || (count < MOST_ACTIVITY_ENTRIES && text <= MOST_TEXT)) return;
    removeBefore.run(folderKey, oldest.id);
    begin.run(Math.floor(oldest.atMs / 1000), folderKey);
  }

  return {
    /** By folder key, oldest first, in one transaction. What a folder did that is not linked any more is dropped. */
    add(byFolder: ReadonlyMap<number, readonly FolderActivityEntry[]>): void {
      addAll.immediate(byFolder);
    },
    /** Newest first. */
    list(folderKey: number, limit: number): FolderActivityEntry[] {
      return newest.all(folderKey, limit).map(entryOf);
    },
    /** What was done before is not listed, in Unix seconds. */
    beginsAt(folderKey: number): number {
      return beginsAt.get(folderKey) ?? 0;
    },
    /** Removes what the folders linked to a library did. Callers bring the transaction. Returns the keys of the folders. */
    clear(libraryId: LibraryId, nowSeconds: number): number[] {
      const keys = keysOf.all(libraryId);
      for (const key of keys) {
        removeAll.run(key);
        begin.run(nowSeconds, key);
      }
      return keys;
    },
  };
}

interface ActivityRow extends Omit<FolderActivityEntry, 'said'> {
  readonly said: string;
}

function entryOf({ said, ...row }: ActivityRow): FolderActivityEntry {
  return { ...row, said: said === '' ? null : saidOnRecord(said) };
}
