import { beforeEach, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { type Tables, tablesOf } from '../../../../src-main/store/sqlite/tables.ts';
import { memoryDatabase } from '../../../support/database.ts';
import { addLibraryRecord } from '../../../support/stored-library.ts';

const AROUND = '11111111-1111-4111-8111-111111111111' as LibraryId;
const WORK = '22222222-2222-4222-8222-222222222222' as LibraryId;
const HOME = '33333333-3333-4333-8333-333333333333' as LibraryId;
const OTHER = '44444444-4444-4444-8444-444444444444' as LibraryId;

let db: ReturnType<typeof memoryDatabase>;
let tables: Tables;

beforeEach(() => {
  db = memoryDatabase();
  tables = tablesOf(db);
  for (const id of [AROUND, WORK, HOME, OTHER]) addLibraryRecord(db, id);
  const place = db.prepare('UPDATE libraries SET origin_id = ?, origin_path = ? WHERE id = ?');
  place.run(AROUND, '/work', WORK);
  place.run(AROUND, '/home', HOME);
});

const places = () => tables.folderLibraryTable.of(AROUND).map(({ id, origin }) => [id, origin.path]);
const ids = (libraries: readonly { id: LibraryId }[]) => libraries.map(({ id }) => id);

it('those of a library are listed oldest first, with where their folders are', () => {
  expect(places()).toEqual([
    [WORK, '/work'],
    [HOME, '/home'],
  ]);
  expect(tables.folderLibraryTable.of(OTHER)).toEqual([]);
  expect(tables.folderLibraryTable.origins()).toEqual([AROUND]);
  expect([WORK, AROUND].map((id) => tables.folderLibraryTable.originOf(id))).toEqual([AROUND, null]);
});

it('one that has ended is kept, and live again when it is brought back', () => {
  tables.libraryTable.markDeleted(WORK, 100);
  expect(tables.folderLibraryTable.of(AROUND).map(({ isEnded }) => isEnded)).toEqual([true, false]);
  expect(ids(tables.folderLibraryTable.all())).toEqual([HOME]);
  expect([WORK, HOME].map((id) => tables.folderLibraryTable.isGone(id))).toEqual([true, false]);
  tables.folderLibraryTable.bringBack(WORK);
  expect(ids(tables.folderLibraryTable.all())).toEqual([WORK, HOME]);
});

it('only folder libraries are brought back, and none that is purged', () => {
  tables.libraryTable.markDeleted(OTHER, 100);
  tables.folderLibraryTable.bringBack(OTHER);
  expect(tables.libraryTable.find(OTHER)).toBe(null);
  tables.libraryTable.markDeleted(WORK, 100);
  tables.deletedLibraryTable.bury(WORK, 200);
  tables.folderLibraryTable.bringBack(WORK);
  expect(tables.libraryTable.find(WORK)).toBe(null);
  expect(places()).toEqual([[HOME, '/home']]);
});

it('all of them are gone while the library around them is deleted', () => {
  tables.libraryTable.markDeleted(AROUND, 100);
  expect([tables.folderLibraryTable.all(), tables.folderLibraryTable.ownedBy('anna@example.com')]).toEqual([
    [],
    [],
  ]);
  expect([WORK, OTHER].map((id) => tables.folderLibraryTable.isGone(id))).toEqual([true, false]);
  tables.deletedLibraryTable.restore(AROUND);
  expect(ids(tables.folderLibraryTable.ownedBy('anna@example.com'))).toEqual([WORK, HOME]);
});

it('they follow moves that are made at once, but not into another library', () => {
  tables.folderLibraryTable.follow(AROUND, [
    { from: '/work', to: '/home' },
    { from: '/home', to: '/2026/work' },
  ]);
  tables.folderLibraryTable.follow(AROUND, [{ from: '/home', to: '/away', toLibrary: OTHER }]);
  tables.folderLibraryTable.follow(OTHER, [{ from: '/home', to: '/elsewhere' }]);
  expect(places()).toEqual([
    [WORK, '/home'],
    [HOME, '/2026/work'],
  ]);
});
