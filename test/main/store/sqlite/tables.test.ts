import { expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { tablesOf } from '../../../../src-main/store/sqlite/tables.ts';
import { memoryDatabase } from '../../../support/database.ts';
import { addLibraryRecord } from '../../../support/stored-library.ts';
import { addUserRecord } from '../../../support/stored-user.ts';

const LIBRARY = '11111111-1111-4111-8111-111111111111' as LibraryId;
const WORK = '22222222-2222-4222-8222-222222222222' as LibraryId;

it('stars, smart links and folder libraries go along with an item', () => {
  const db = memoryDatabase();
  const tables = tablesOf(db);
  for (const id of [LIBRARY, WORK]) addLibraryRecord(db, id);
  db.prepare("UPDATE libraries SET origin_id = ?, origin_path = '/work' WHERE id = ?").run(LIBRARY, WORK);
  addUserRecord(db, 'anna@example.com');
  const item = { libraryId: LIBRARY, path: '/work', isDir: true };
  tables.starTable.put('anna@example.com', item);
  tables.smartLinkTable.put({ ...item, token: 'link', email: 'anna@example.com', nowSeconds: 1 });
  tables.itemMarks.follow(LIBRARY, [{ from: '/work', to: '/job' }]);
  expect(tables.starTable.pathsIn('anna@example.com', LIBRARY)).toEqual(['/job']);
  expect(tables.smartLinkTable.find('link')?.path).toBe('/job');
  expect(tables.folderLibraryTable.of(LIBRARY)[0]?.origin.path).toBe('/job');
});

it('a transaction is done as a whole or not at all', () => {
  const tables = tablesOf(memoryDatabase());
  const stopped = () =>
    tables.transaction(() => {
      tables.serverSettings.setDefaultKeepDays(7);
      throw new Error('stopped');
    });
  expect(stopped).toThrow('stopped');
  expect(tables.serverSettings.defaultKeepDays()).toBe(-1);
  expect(tables.transaction(() => tables.serverSettings.setDefaultKeepDays(9))).toBe(undefined);
  expect(tables.serverSettings.defaultKeepDays()).toBe(9);
});
