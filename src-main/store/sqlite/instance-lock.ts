import { existsSync } from 'node:fs';
import Sqlite from 'better-sqlite3';

/** Held while a process uses a data folder. */
export interface InstanceLock {
  release(): void;
}

/** Locks that this process holds: one without a reference would end when garbage is collected. */
const held = new Set<Sqlite.Database>();

/**
 * Takes the lock on a data folder, or null when another process holds it.
 *
 * The lock is SQLite's own exclusive lock on a file of its own: the system drops it when the process ends, however it
 * ends, so that a stale lock needs no clearing, on all three platforms.
 */
export function takeInstanceLock(path: string): InstanceLock | null {
  const db = new Sqlite(path, { timeout: 0 });
  try {
    db.pragma('journal_mode = DELETE');
    db.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    db.close();
    if (error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY')) return null;
    throw error;
  }
  held.add(db);
  return {
    release() {
      held.delete(db);
      db.exec('ROLLBACK');
      db.close();
    },
  };
}

/** Whether a process uses the data folder with this lock. Reads only: also where nothing may be written. */
export function isInstanceLocked(path: string): boolean {
  if (!existsSync(path)) return false;
  const db = new Sqlite(path, { timeout: 0, readonly: true });
  try {
    db.prepare('SELECT count(*) FROM sqlite_master').get();
    return false;
  } catch (error) {
    if (error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY')) return true;
    throw error;
  } finally {
    db.close();
  }
}
