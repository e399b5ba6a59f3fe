import BetterSqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { prepareLate } from '../../../../src-main/store/sqlite/late-statements.ts';
import { migrate } from '../../../../src-main/store/sqlite/migrate.ts';
import { MIGRATIONS } from '../../../../src-main/store/sqlite/migrations/list.ts';
import { createObjectIndex } from '../../../../src-main/store/sqlite/object-index.ts';
import { tablesOf } from '../../../../src-main/store/sqlite/tables.ts';

function lateDatabase() {
  const db = new BetterSqlite(':memory:');
  prepareLate(db);
  return db;
}

it('a statement is compiled when it is first used, and once', () => {
  const db = lateDatabase();
  const rows = db.prepare('SELECT id, name FROM later WHERE id >= ? ORDER BY id');
  expect(() => rows.all(0)).toThrow('no such table: later');
  db.exec("CREATE TABLE later (id INTEGER, name TEXT); INSERT INTO later VALUES (1, 'one'), (2, 'two')");
  expect(rows.all(0)).toEqual([
    { id: 1, name: 'one' },
    { id: 2, name: 'two' },
  ]);
  expect(rows.get(2)).toEqual({ id: 2, name: 'two' });
  expect([...rows.iterate(2)]).toEqual([{ id: 2, name: 'two' }]);
});

it('what a statement answers can be chosen before it is compiled', () => {
  const db = lateDatabase();
  const names = db.prepare('SELECT name FROM later ORDER BY name').pluck();
  const rows = db.prepare('SELECT id, name FROM later').raw();
  const add = db.prepare('INSERT INTO later VALUES (:id, :name)');
  db.exec('CREATE TABLE later (id INTEGER, name TEXT)');
  expect(add.run({ id: 7, name: 'seven' })).toEqual({ changes: 1, lastInsertRowid: 1 });
  expect(names.all()).toEqual(['seven']);
  expect(rows.all()).toEqual([[7, 'seven']]);
});

it('every statement of every table can be compiled', () => {
  const db = new BetterSqlite(':memory:');
  migrate(db, MIGRATIONS);
  tablesOf(db);
  createObjectIndex(db);
  db.close();
});
