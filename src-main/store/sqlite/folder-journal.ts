import type { Database } from 'better-sqlite3';
import { type FolderIntent, type FolderPending, saidOnRecord } from '../../core/folder/folder-journal.ts';
import type { ObjectId } from '../../core/objects/object-id.ts';

/** What each linked folder is about to do to its disk, what it could not do, and what it leaves out. */
export function createFolderJournalTable(db: Database) {
  const putPending = db.prepare(`
    INSERT INTO folder_pending (folder_key, path, reason, message, since_s) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (folder_key, path) DO UPDATE SET reason = excluded.reason, message = excluded.message`);
  const removePending = db.prepare('DELETE FROM folder_pending WHERE folder_key = ? AND path = ?');
  const listPending = db.prepare<[number], PendingRow>(
    'SELECT path, reason, message, since_s AS sinceSeconds FROM folder_pending WHERE folder_key = ? ORDER BY path',
  );
  const putIntent = db.prepare(`
    INSERT OR REPLACE INTO folder_intents (folder_key, stand_in, aside, path, size_bytes, mtime_ms, ino,
      next_id, next_size_bytes, next_mtime_ms, next_ino)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const removeIntent = db.prepare('DELETE FROM folder_intents WHERE folder_key = ? AND stand_in = ?');
  const listIntents = db.prepare<[number], IntentRow>(
    'SELECT * FROM folder_intents WHERE folder_key = ? ORDER BY path',
  );
  const listExclusions = db
    .prepare<[number], string>('SELECT path FROM folder_exclusions WHERE folder_key = ? ORDER BY path')
    .pluck();
  const clearExclusions = db.prepare('DELETE FROM folder_exclusions WHERE folder_key = ?');
  const addExclusion = db.prepare('INSERT OR IGNORE INTO folder_exclusions (folder_key, path) VALUES (?, ?)');

  return {
    /** By path. */
    pending(folderKey: number): FolderPending[] {
      return listPending
        .all(folderKey)
        .map(({ message, ...row }) => ({ ...row, said: saidOnRecord(message) }));
    },
    /** A path that is on record keeps the time since when. */
    putPending(folderKey: number, pending: readonly FolderPending[]): void {
      for (const { path, reason, said, sinceSeconds } of pending) {
        putPending.run(folderKey, path, reason, JSON.stringify(said), sinceSeconds);
      }
    },
    removePending(folderKey: number, paths: Iterable<string>): void {
      for (const path of paths) removePending.run(folderKey, path);
    },
    intents(folderKey: number): FolderIntent[] {
      return listIntents.all(folderKey).map(intentOf);
    },
    putIntents(folderKey: number, intents: readonly FolderIntent[]): void {
      for (const { tempPath, displaced, path, old, next } of intents) {
        putIntent.run(
          folderKey,
          tempPath,
          displaced,
          path,
          old?.sizeBytes ?? -1,
          old?.mtimeMs ?? 0,
          old?.inode ?? 0,
          next?.objectId ?? '',
          next?.sizeBytes ?? 0,
          next?.mtimeMs ?? 0,
          next?.inode ?? null,
        );
      }
    },
    removeIntents(folderKey: number, intents: readonly FolderIntent[]): void {
      for (const { tempPath } of intents) removeIntent.run(folderKey, tempPath);
    },
    /** Subfolders that are left out, by path. */
    exclusions(folderKey: number): string[] {
      return listExclusions.all(folderKey);
    },
    setExclusions(folderKey: number, paths: readonly string[]): void {
      clearExclusions.run(folderKey);
      for (const path of paths) addExclusion.run(folderKey, path);
    },
  };
}

interface PendingRow extends Omit<FolderPending, 'said'> {
  /** A code with its values; text of earlier versions. */
  readonly message: string;
}

interface IntentRow {
  stand_in: string;
  aside: string;
  path: string;
  size_bytes: number;
  mtime_ms: number;
  ino: number;
  next_id: ObjectId | '';
  next_size_bytes: number;
  next_mtime_ms: number;
  next_ino: number | null;
}

function intentOf(row: IntentRow): FolderIntent {
  const old =
    row.size_bytes < 0 ? null : { sizeBytes: row.size_bytes, mtimeMs: row.mtime_ms, inode: row.ino };
  const next =
    row.next_id === ''
      ? null
      : {
          objectId: row.next_id,
          sizeBytes: row.next_size_bytes,
          mtimeMs: row.next_mtime_ms,
          inode: row.next_ino,
        };
  return { path: row.path, tempPath: row.stand_in, displaced: row.aside, old, next };
}
