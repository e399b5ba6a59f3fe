import { dirname } from 'node:path';
import type { Database } from 'better-sqlite3';
import { NAMES, type NameOps } from '../backend/disk/file-ops.ts';
import { MIGRATIONS, TABLES } from './migrations/list.ts';
import type { Migration } from './migrations/migration.ts';
import { syncFile, syncNames } from './sync-path.ts';

/**
 * Brings the schema to the last of `migrations`, each step in a transaction of its own: a step that throws leaves the
 * schema and the version as they were before it. A database file that already has a schema is copied first, to
 * `<file>.v<version>.backup` beside it, durable before the first step.
 * @throws Error when the database is newer than the last step
 */
export function migrate(db: Database, migrations: readonly Migration[], names = NAMES): void {
  const version = assertKnown(db, migrations);
  const steps = migrations.filter((migration) => migration.version > version);
  if (version > 0 && steps.length > 0 && !db.memory) backUp(db, version, names);
  for (const step of steps) apply(db, step);
}

/** The version of the schema. Reads only. @throws Error when it is newer than the last step */
export function assertKnown(db: Database, migrations: readonly Migration[]): number {
  const version = schemaVersion(db);
  const known = migrations.at(-1)?.version ?? 0;
  if (version > known) {
    throw new Error(
      `The database has schema version ${version}, made by a newer version of Keepfold; this one knows up to ${known}.`,
    );
  }
  return version;
}

/** Tables that a database of the newest version should have and has not. Reads only. */
export function lostTables(db: Database): string[] {
  if (schemaVersion(db) !== MIGRATIONS.length) return [];
  const names = db.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all();
  const there = new Set(names);
  return TABLES.filter((name) => !there.has(name));
}

function schemaVersion(db: Database): number {
  const version = db.pragma('user_version', { simple: true });
  if (typeof version !== 'number') throw new Error('The database does not tell its schema version.');
  return version;
}

function apply(db: Database, step: Migration): void {
  const run = db.transaction(() => {
    step.up(db);
    db.pragma(`user_version = ${step.version}`);
  });
  run.immediate();
}

function backUp(db: Database, version: number, names: NameOps): void {
  const backup = `${db.name}.v${version}.backup`;
  const unfinished = `${backup}.unfinished`;
  names.remove(unfinished);
  db.prepare('VACUUM INTO ?').run(unfinished);
  syncFile(unfinished);
  names.rename(unfinished, backup);
  syncNames(dirname(backup));
}
