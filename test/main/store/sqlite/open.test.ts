import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrate } from '../../../../src-main/store/sqlite/migrate.ts';
import { MIGRATIONS, TABLES } from '../../../../src-main/store/sqlite/migrations/list.ts';
import type { Migration } from '../../../../src-main/store/sqlite/migrations/migration.ts';
import { openDatabase } from '../../../../src-main/store/sqlite/open.ts';
import { examineDatabase } from '../../../../src-main/store/sqlite/recovery.ts';
import { temporaryDataFolder } from '../../../support/disk-store.ts';

describe('the database', () => {
  let folder: ReturnType<typeof temporaryDataFolder>;
  let path: string;

  beforeEach(() => {
    folder = temporaryDataFolder();
    path = join(folder.path, 'keepfold.db');
  });

  afterEach(() => folder.remove());

  it('is durable when it is opened for the second time too', () => {
    for (const opening of ['first', 'second', 'third']) {
      const db = openDatabase(path);
      const names = [
        'journal_mode',
        'synchronous',
        'foreign_keys',
        'mmap_size',
        'busy_timeout',
        'temp_store',
      ];
      const settings = names.map((name) => db.pragma(name, { simple: true }));
      expect([opening, ...settings]).toEqual([opening, 'wal', 2, 1, 0, 5000, 2]);
      db.close();
    }
  });

  it('opens in memory', () => {
    const db = openDatabase(':memory:');
    expect(db.pragma('synchronous', { simple: true })).toBe(2);
    db.close();
  });

  it('has the newest schema, with every table strict', () => {
    const db = openDatabase(path);
    expect(db.pragma('user_version', { simple: true })).toBe(MIGRATIONS.length);
    const sql = "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND NOT strict";
    const loose = db.prepare<[], { name: string }>(sql).all();
    expect(loose.map((table) => table.name).filter((name) => !name.startsWith('sqlite_'))).toEqual([]);
    db.close();
  });

  it('names all of its tables, so that a lost one is noticed', () => {
    const db = openDatabase(':memory:');
    const sql = "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'virtual')";
    const names = db.prepare<[], string>(sql).pluck().all();
    expect(names.filter((name) => !name.startsWith('sqlite_')).toSorted()).toEqual(TABLES);
    db.close();
  });

  it('is refused when a table is gone, and left alone', () => {
    openDatabase(path).close();
    const other = new BetterSqlite(path);
    other.exec('DROP TABLE commit_notes');
    other.close();
    expect(() => openDatabase(path)).toThrow('the database has lost commit_notes');
    expect(examineDatabase(path)).toEqual({ state: 'damaged', faults: ['table commit_notes is gone'] });
  });

  it('has migrations numbered without gaps', () => {
    expect(MIGRATIONS.map((step) => step.version)).toEqual(MIGRATIONS.map((_, index) => index + 1));
  });

  it('is refused when a newer program made it, and left alone', () => {
    openDatabase(path).close();
    const newer = new BetterSqlite(path);
    newer.pragma('user_version = 999');
    newer.close();
    expect(() => openDatabase(path)).toThrow('schema version 999');
    expect(readdirSync(folder.path)).toEqual(['keepfold.db']);
  });

  describe('migrating', () => {
    const step = (version: number, sql: string): Migration => ({
      version,
      name: `step-${version}`,
      why: 'a test',
      up: (db) => db.exec(sql),
    });
    const tables = (db: BetterSqlite.Database) =>
      db
        .prepare<[], { name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'")
        .all()
        .map((row) => row.name);

    it('leaves schema, rows and version as they were when a step fails', () => {
      const db = new BetterSqlite(path);
      migrate(db, [step(1, 'CREATE TABLE kept (x) ; INSERT INTO kept VALUES (1)')]);
      const broken = step(2, 'CREATE TABLE gone (x); DELETE FROM kept; INSERT INTO nowhere VALUES (1)');
      expect(() => migrate(db, [step(1, ''), broken])).toThrow('nowhere');
      expect(tables(db)).toEqual(['kept']);
      expect(db.prepare('SELECT x FROM kept').pluck().all()).toEqual([1]);
      expect(db.pragma('user_version', { simple: true })).toBe(1);
      db.close();
    });

    it('keeps the steps before the one that fails', () => {
      const db = new BetterSqlite(path);
      expect(() => migrate(db, [step(1, 'CREATE TABLE a (x)'), step(2, 'CREATE nonsense')])).toThrow(
        'syntax',
      );
      expect(tables(db)).toEqual(['a']);
      expect(db.pragma('user_version', { simple: true })).toBe(1);
      db.close();
    });

    it('copies a database that has a schema before it changes it', () => {
      const db = new BetterSqlite(path);
      db.pragma('journal_mode = WAL');
      migrate(db, [step(1, 'CREATE TABLE a (x) ; INSERT INTO a VALUES (7)')]);
      expect(existsSync(`${path}.v0.backup`)).toBe(false);
      const steps = [step(1, ''), step(2, 'DROP TABLE a'), step(3, 'CREATE TABLE b (x)')];
      migrate(db, steps);
      migrate(db, steps);
      db.close();
      const backup = new BetterSqlite(`${path}.v1.backup`, { readonly: true });
      expect(backup.prepare('SELECT x FROM a').pluck().all()).toEqual([7]);
      expect(backup.pragma('user_version', { simple: true })).toBe(1);
      backup.close();
      expect(readdirSync(folder.path)).toEqual(['keepfold.db', 'keepfold.db.v1.backup']);
    });

    it('makes the copy again when an earlier attempt to migrate failed', () => {
      const db = new BetterSqlite(path);
      migrate(db, [step(1, 'CREATE TABLE a (x)')]);
      expect(() => migrate(db, [step(1, ''), step(2, 'nonsense')])).toThrow('syntax');
      db.exec('INSERT INTO a VALUES (1)');
      migrate(db, [step(1, ''), step(2, 'DROP TABLE a')]);
      db.close();
      const backup = new BetterSqlite(`${path}.v1.backup`, { readonly: true });
      expect(backup.prepare('SELECT x FROM a').pluck().all()).toEqual([1]);
      backup.close();
    });
  });
});
