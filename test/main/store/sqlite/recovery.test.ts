import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createGroupTable } from '../../../../src-main/store/sqlite/groups.ts';
import { openDatabase } from '../../../../src-main/store/sqlite/open.ts';
import {
  copyDatabase,
  examineDatabase,
  faultsOf,
  finishDatabase,
  isDatabaseDamage,
  removeDatabase,
  reserveGroupIds,
  withoutSyncs,
} from '../../../../src-main/store/sqlite/recovery.ts';
import { memoryDatabase } from '../../../support/database.ts';
import { temporaryDataFolder } from '../../../support/disk-store.ts';

let folder: ReturnType<typeof temporaryDataFolder>;
let path: string;

beforeEach(() => {
  folder = temporaryDataFolder();
  path = join(folder.path, 'keepfold.db');
});

afterEach(() => folder.remove());

const fill = () => openDatabase(path).close();
function change(sql: string): void {
  const db = new BetterSqlite(path);
  db.exec(sql);
  db.close();
}

describe('a database that is looked at', () => {
  it('is missing where nothing is, or an empty file', () => {
    expect(examineDatabase(path)).toEqual({ state: 'missing' });
    writeFileSync(path, '');
    expect(examineDatabase(path)).toEqual({ state: 'missing' });
  });

  it('is sound, made by a newer program, or has lost a table, and stays as it is', () => {
    fill();
    expect(examineDatabase(path)).toEqual({ state: 'sound' });
    change('DROP TABLE commit_notes');
    const before = readFileSync(path);
    expect(examineDatabase(path)).toEqual({ state: 'damaged', faults: ['table commit_notes is gone'] });
    expect(readFileSync(path).equals(before)).toBe(true);
    change('PRAGMA user_version = 999');
    expect(examineDatabase(path)).toEqual({ state: 'newer', version: 999 });
  });

  it('is damaged where its pages are not what they have to be', () => {
    fill();
    const bytes = readFileSync(path);
    writeFileSync(path, 'x'.repeat(bytes.length));
    expect(examineDatabase(path)).toEqual({ state: 'damaged', faults: ['file is not a database'] });
    bytes.fill(0x55, 4_096, 60_000);
    writeFileSync(path, bytes);
    expect(examineDatabase(path)).toMatchObject({ state: 'damaged' });
  });

  it('is not called damaged when another program keeps it locked', () => {
    fill();
    const other = new BetterSqlite(path);
    other.pragma('locking_mode = EXCLUSIVE');
    other.exec('BEGIN IMMEDIATE; COMMIT');
    expect(() => examineDatabase(path)).toThrow(expect.objectContaining({ code: 'SQLITE_BUSY' }));
    other.close();
  });

  it('that is open and sound has no faults', () => {
    expect(faultsOf(memoryDatabase())).toEqual([]);
  });
});

describe('a database that is built to take the place of another', () => {
  it('is a copy of what the other holds, in place of what was there', () => {
    fill();
    const copy = join(folder.path, 'copy.db');
    for (const name of [copy, `${copy}-wal`]) writeFileSync(name, 'left by an earlier try');
    const before = readFileSync(path);
    copyDatabase(path, copy);
    expect([examineDatabase(copy).state, existsSync(`${copy}-wal`)]).toEqual(['sound', false]);
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('is one file once it is finished', () => {
    const db = openDatabase(path);
    withoutSyncs(db);
    createGroupTable(db);
    db.exec('INSERT INTO server_settings (one, default_keep_days) VALUES (1, 7)');
    finishDatabase(db);
    expect(readdirSync(folder.path)).toEqual(['keepfold.db']);
    const again = new BetterSqlite(path, { readonly: true });
    expect(again.prepare('SELECT default_keep_days FROM server_settings').pluck().get()).toBe(7);
    again.close();
  });

  it('is removed with what lies beside it, and nothing else', () => {
    for (const name of ['keepfold.db', 'keepfold.db-wal', 'keepfold.db-shm', 'keepfold.db.v1.backup'])
      writeFileSync(join(folder.path, name), 'x');
    removeDatabase(path);
    removeDatabase(path);
    expect(readdirSync(folder.path)).toEqual(['keepfold.db.v1.backup']);
  });
});

it.each([
  [7, 8],
  [2, 4],
])('numbers of groups up to %i are not given out, where the third one would be next', (upTo, next) => {
  const db = memoryDatabase();
  const add = (name: string) =>
    Number(
      db
        .prepare(
          'INSERT INTO groups (name, parent_group_id, creator_email, created_at_s) VALUES (?, 0, ?, 1)',
        )
        .run(name, 'anna@example.com').lastInsertRowid,
    );
  for (const name of ['a', 'b', 'c']) add(name);
  db.exec('DELETE FROM groups');
  reserveGroupIds(db, upTo);
  expect(add('d')).toBe(next);
});

it('numbers are kept free in a database that never had a group', () => {
  const db = memoryDatabase();
  reserveGroupIds(db, 4);
  db.exec("INSERT INTO groups (name, parent_group_id, creator_email, created_at_s) VALUES ('a', 0, 'x', 1)");
  expect(db.prepare('SELECT group_id FROM groups').pluck().get()).toBe(5);
});

it('damage is what SQLite says of the file, not of the moment', () => {
  const errors = ['SQLITE_CORRUPT', 'SQLITE_CORRUPT_INDEX', 'SQLITE_NOTADB', 'SQLITE_BUSY', 'SQLITE_FULL'];
  const isDamage = errors.map((code) => isDatabaseDamage(new BetterSqlite.SqliteError('x', code)));
  expect(isDamage).toEqual([true, true, true, false, false]);
  expect(isDatabaseDamage(new Error('SQLITE_CORRUPT'))).toBe(false);
});
