import type { Database } from '../../src-main/store/sqlite/open.ts';
import { type Tables, tablesOf } from '../../src-main/store/sqlite/tables.ts';
import { memoryDatabase } from '../support/database.ts';

/** A database in memory with its tables. */
export interface SimDatabase {
  readonly db: Database;
  readonly tables: Tables;
  /** Takes everything out of it. */
  empty(): void;
}

const free: SimDatabase[] = [];

/** An empty database with the current schema. Used again and again, since making one takes as long as a simulation. */
export function takeDatabase(): SimDatabase {
  const known = free.pop();
  if (known !== undefined) return known;
  const db = memoryDatabase();
  return { db, tables: tablesOf(db), empty: emptierOf(db) };
}

/** Gives a database back, empty. */
export function giveDatabase(database: SimDatabase): void {
  database.empty();
  free.push(database);
}

function emptierOf(db: Database): () => void {
  const names = db
    .prepare<[], string>(
      // Not those in which full-text tables keep themselves: they empty them.
      `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'virtual')
         AND (name NOT LIKE 'sqlite%' OR name = 'sqlite_sequence')`,
    )
    .pluck()
    .all();
  const deletions = names.map((name) => db.prepare(`DELETE FROM "${name}"`));
  return () => {
    db.pragma('foreign_keys = OFF');
    for (const deletion of deletions) deletion.run();
    db.pragma('foreign_keys = ON');
  };
}
