import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Database } from 'better-sqlite3';
import BetterSqlite from 'better-sqlite3';
import { createObjectIndex, type ObjectIndex } from './object-index.ts';
import { syncFile } from './sync-path.ts';

/** About 2 ms of copying, after which other work gets its turn. */
const PAGES_A_STEP = 250;
/** What SQLite keeps beside a database while it is open, and leaves there when it is killed. */
const BESIDE = ['-wal', '-shm', '-journal'];

/** A copy of a database of one moment, open to be asked where objects lie. */
export interface Snapshot {
  readonly index: ObjectIndex;
  /** The copy is one durable file on return, and not open any more. */
  close(): void;
}

/**
 * Copies the database into the new file `path`, readable by its owner only. What is committed meanwhile is in the copy too.
 * @throws the signal's reason
 */
export async function takeSnapshot(db: Database, path: string, signal?: AbortSignal): Promise<Snapshot> {
  await (await open(path, 'wx', 0o600)).close();
  await db.backup(path, {
    progress: () => {
      signal?.throwIfAborted();
      return PAGES_A_STEP;
    },
  });
  const copy = new BetterSqlite(path);
  try {
    // Without a log of its own: it takes another name next.
    copy.pragma('journal_mode = DELETE');
    return {
      index: createObjectIndex(copy),
      close: () => {
        copy.close();
        syncFile(path);
      },
    };
  } catch (error) {
    copy.close();
    throw error;
  }
}

/** Bytes that a snapshot of the database takes. */
export function snapshotBytes(db: Database): number {
  const pages = db.pragma('page_count', { simple: true });
  const pageBytes = db.pragma('page_size', { simple: true });
  return Number(pages) * Number(pageBytes);
}

/** The files that SQLite may have left beside the database at `path`. A log of one database ruins another. */
export function filesBesideDatabase(path: string): string[] {
  return BESIDE.map((end) => path + end);
}

/** Moves what a killed process left beside the database at `path` into it. False: the database is damaged. */
export function foldInJournal(path: string): boolean {
  if (!existsSync(path) || !filesBesideDatabase(path).some(existsSync)) return true;
  try {
    const db = new BetterSqlite(path);
    try {
      db.pragma('wal_checkpoint(TRUNCATE)');
    } finally {
      db.close();
    }
    return true;
  } catch (error) {
    if (error instanceof BetterSqlite.SqliteError && DAMAGED.test(error.code)) return false;
    throw error;
  }
}

const DAMAGED = /^SQLITE_(CORRUPT|NOTADB)/;
