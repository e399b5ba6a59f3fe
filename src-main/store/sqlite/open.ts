import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { prepareLate } from './late-statements.ts';
import { assertKnown, lostTables, migrate } from './migrate.ts';
import { MIGRATIONS } from './migrations/list.ts';
import { syncNames } from './sync-path.ts';

export type Database = BetterSqlite.Database;

/** How long a statement waits for another process (a backup tool, a curious user) to release the database. */
const BUSY_MS = 5_000;
/** 16 MB of log: an import changes the same pages again and again, and each checkpoint writes and syncs them all. */
const CHECKPOINT_PAGES = 4_000;
/** What SQLite answers for `synchronous = FULL`. */
const FULL = 2;

/**
 * The database at `path` (`:memory:` for tests, or what another one was serialized to) with the current schema. Every transaction on it is durable when it
 * returns.
 *
 * Statements that run often write their parameters as `+?` or `+:name` where a bare one stands in `LIMIT`, a join or a
 * range: SQLite plans by the value of a bare one, and compiles the statement anew whenever another is bound.
 *
 * @throws Error when the file is no database, is newer than this program, or cannot be made durable
 */
export function openDatabase(path: string | Buffer): Database {
  if (typeof path === 'string') refuseNewer(path);
  const db = new BetterSqlite(path);
  try {
    db.pragma(`busy_timeout = ${BUSY_MS}`);
    db.pragma('journal_mode = WAL');
    // The build's default for WAL is NORMAL, which loses acknowledged commits on power loss. The connection that first
    // turns a file to WAL reports FULL anyway, so only setting it every time is safe.
    db.pragma('synchronous = FULL');
    db.pragma('foreign_keys = ON');
    db.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
    // What a statement would undo if it failed half-way is kept beside the database otherwise: 1 GB of writes in an import
    // of 100,000 files. It means nothing after a crash, which undoes the whole transaction.
    db.pragma('temp_store = MEMORY');
    // KiB. The system has the same pages in its cache; twice as much was no faster at anything measured.
    db.pragma('cache_size = -8000');
    // What is deleted is overwritten: names and words that were erased must not be read in pages that are free by now.
    db.pragma('secure_delete = ON');
    // A mapped page of a damaged disk ends the process with SIGBUS instead of an error.
    db.pragma('mmap_size = 0');
    assertDurable(db);
    migrate(db, MIGRATIONS);
    requireTables(db);
    // SQLite makes its write-ahead log when it first reads, syncs the folder with the first transaction in it, and does
    // not look whether that worked. A log without a durable name takes every transaction in it along.
    if (typeof path === 'string' && !db.memory) syncNames(dirname(path));
    prepareLate(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/**
 * Where a crash left a log, it is moved into the database by the first connection that opens it fully, so the version
 * has to be asked before. Without a log nothing is written until `migrate` has asked.
 */
function refuseNewer(path: string): void {
  if ((statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) === 0) return;
  const db = new BetterSqlite(path, { readonly: true });
  try {
    assertKnown(db, MIGRATIONS);
  } finally {
    db.close();
  }
}

/** Statements are compiled when they are first used, which is late to notice. @throws SqliteError of a damaged database */
function requireTables(db: Database): void {
  const lost = lostTables(db);
  if (lost.length > 0)
    throw new BetterSqlite.SqliteError(`the database has lost ${lost.join(', ')}`, 'SQLITE_CORRUPT');
}

function assertDurable(db: Database): void {
  const journal = db.pragma('journal_mode', { simple: true });
  const synchronous = db.pragma('synchronous', { simple: true });
  const foreignKeys = db.pragma('foreign_keys', { simple: true });
  const wanted = db.memory ? 'memory' : 'wal';
  if (journal !== wanted || synchronous !== FULL || foreignKeys !== 1) {
    throw new Error(
      `The database refused its settings: journal ${journal}, synchronous ${synchronous}, keys ${foreignKeys}.`,
    );
  }
}
