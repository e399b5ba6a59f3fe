import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { preparePutRows } from '../../../../src-main/store/sqlite/many-rows.ts';

function openTable() {
  const db = new Database(':memory:');
  onTestFinished(() => void db.close());
  db.exec('CREATE TABLE notes (at INTEGER PRIMARY KEY, text TEXT, ms REAL)');
  const all = db.prepare('SELECT at, text, ms FROM notes ORDER BY rowid').raw();
  return { db, all: () => all.all() };
}

it.each([0, 1, 63, 64, 65, 128, 200])('puts %i rows in, as they are', (count) => {
  const { db, all } = openTable();
  const put = preparePutRows(db, 'INSERT INTO notes (at, text, ms)', 3);
  const rows = Array.from({ length: count }, (_, at) => [
    at,
    at % 2 === 0 ? null : `é ${at}`,
    1_700_000_000_123.25 + at,
  ]);
  put(rows);
  expect(all()).toEqual(rows);
});

it('lets later rows replace earlier ones where the statement says so', () => {
  const { db, all } = openTable();
  const put = preparePutRows(db, 'INSERT OR REPLACE INTO notes (at, text, ms)', 3);
  put(Array.from({ length: 130 }, (_, at) => [at % 2, String(at), 0]));
  expect(all()).toEqual([
    [0, '128', 0],
    [1, '129', 0],
  ]);
});

it('puts nothing in where one of many rows is refused', () => {
  const { db, all } = openTable();
  const put = preparePutRows(db, 'INSERT INTO notes (at, text, ms)', 3);
  const rows = Array.from({ length: 64 }, (_, at) => [at === 63 ? 0 : at, '', 0]);
  expect(() => put(rows)).toThrow('UNIQUE constraint failed: notes.at');
  expect(all()).toEqual([]);
});
