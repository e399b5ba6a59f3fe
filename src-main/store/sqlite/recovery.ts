import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';
import { NAMES } from '../backend/disk/file-ops.ts';
import { lostTables } from './migrate.ts';
import { MIGRATIONS } from './migrations/list.ts';
import type { Database } from './open.ts';

/** What is wrong with a database file; `newer`: nothing, but a newer program made it. */
export type DatabaseCondition =
  | { readonly state: 'sound' | 'missing' }
  | { readonly state: 'damaged'; readonly faults: readonly string[] }
  | { readonly state: 'newer'; readonly version: number };

const MAX_FAULTS = 20;
/**
 * Another program has the database, memory, descriptors or room are short, or rights are missing: what SQLite answers then
 * says nothing about the file.
 */
const NO_VERDICT =
  /^SQLITE_(BUSY|LOCKED|NOMEM|CANTOPEN|PERM|AUTH|READONLY|PROTOCOL|FULL|INTERRUPT|IOERR_(NOMEM|LOCK|RDLOCK|UNLOCK|CHECKRESERVEDLOCK|ACCESS|AUTH|SHM\w*))/;

/**
 * Looks at a database without changing it. A file without content counts as missing: it is made before it is filled.
 * @throws SqliteError when it cannot be looked at now, because another program keeps it locked or rights are missing
 */
export function examineDatabase(path: string): DatabaseCondition {
  if (!existsSync(path) || statSync(path).size === 0) return { state: 'missing' };
  try {
    const db = new Sqlite(path, { readonly: true });
    try {
      return conditionOf(db);
    } finally {
      db.close();
    }
  } catch (error) {
    return { state: 'damaged', faults: [faultIn(error)] };
  }
}

function conditionOf(db: Database): DatabaseCondition {
  const version = schemaVersion(db);
  if (version > (MIGRATIONS.at(-1)?.version ?? 0)) return { state: 'newer', version };
  const faults = faultsOf(db);
  return faults.length > 0 ? { state: 'damaged', faults } : { state: 'sound' };
}

function schemaVersion(db: Database): number {
  return Number(db.pragma('user_version', { simple: true }));
}

/** What SQLite finds wrong with its own file, and tables that are gone; empty: nothing. A page may be so damaged that looking itself fails. */
export function faultsOf(db: Database): string[] {
  try {
    const rows = db.pragma(`quick_check(${MAX_FAULTS})`) as { quick_check: string }[];
    const faults = rows.map((row) => row.quick_check).filter((text) => text !== 'ok');
    return [...faults, ...lostTables(db).map((name) => `table ${name} is gone`)];
  } catch (error) {
    return [faultIn(error)];
  }
}

/** What an error says about the file; throws one that says nothing about it. */
function faultIn(error: unknown): string {
  if (!(error instanceof Sqlite.SqliteError) || NO_VERDICT.test(error.code)) throw error;
  return error.message;
}

/** Numbers of groups up to this one are not given out: libraries that are on record belong to them. */
export function reserveGroupIds(db: Database, upTo: number): void {
  db.prepare(`
    INSERT INTO sqlite_sequence (name, seq) SELECT 'groups', ?
    WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'groups')`).run(upTo);
  db.prepare("UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = 'groups'").run(upTo);
}

/** A copy as of now, made without changing the original. */
export function copyDatabase(from: string, to: string): void {
  removeDatabase(to);
  const db = new Sqlite(from, { readonly: true });
  try {
    db.prepare('VACUUM INTO ?').run(to);
  } finally {
    db.close();
  }
}

/** What a database at a path consists of: the path itself, and the path with these behind it. */
export const DATABASE_FILES = ['', '-wal', '-shm'] as const;

/** Removes a database that nothing depends on: one that was being built. */
export function removeDatabase(path: string, names = NAMES): void {
  for (const suffix of DATABASE_FILES) names.remove(path + suffix);
}

/** For a database that is not in use before `finishDatabase`: a crash leaves nothing that would be read. */
export function withoutSyncs(db: Database): void {
  db.pragma('synchronous = OFF');
}

/** Puts everything into the one file and makes it durable, so that it can be renamed. Closes the database. */
export function finishDatabase(db: Database): void {
  db.pragma('synchronous = FULL');
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
}

/** Whether SQLite could not go on because the file is not what it has to be. */
export function isDatabaseDamage(error: unknown): boolean {
  if (!(error instanceof Sqlite.SqliteError)) return false;
  return error.code.startsWith('SQLITE_CORRUPT') || error.code === 'SQLITE_NOTADB';
}

/**
 * Looks through a database in a thread of its own, which takes seconds for a large one. Others may use it meanwhile.
 * @param code where the code of the thread is
 */
export async function examineInThread(
  code: URL,
  path: string,
  signal?: AbortSignal,
): Promise<DatabaseCondition> {
  const worker = new Worker(code, { name: 'looking through a database', workerData: path });
  try {
    const [condition] = (await once(worker, 'message', signal ? { signal } : {})) as [DatabaseCondition];
    return condition;
  } finally {
    await worker.terminate();
  }
}
