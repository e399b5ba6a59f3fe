import { expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import type { ObjectId } from '../../../../src-main/core/objects/object-id.ts';
import { tablesOf } from '../../../../src-main/store/sqlite/tables.ts';
import { memoryDatabase } from '../../../support/database.ts';
import { addLibraryRecord } from '../../../support/stored-library.ts';

const LIBRARY = '11111111-1111-4111-8111-111111111111' as LibraryId;
const OTHER = '22222222-2222-4222-8222-222222222222' as LibraryId;
const fileId = (digit: string) => digit.repeat(40) as ObjectId;

function texted() {
  const db = memoryDatabase();
  const tables = tablesOf(db);
  const [key = 0, other = 0] = [LIBRARY, OTHER].map((id) => {
    addLibraryRecord(db, id);
    tables.searchIndex.begin(id);
    return tables.searchIndex.find(id)?.key ?? 0;
  });
  const found = (word: string) =>
    tables.searchFinds.texts([word], null, { below: 1_000, limit: 10 }).map((text) => text.fileId);
  return { db, tables, key, other, found, texts: tables.searchTexts };
}

it('a content has one key in a library, and another in the next', () => {
  const { texts, key, other } = texted();
  const first = texts.keyOf(key, fileId('a'));
  expect(texts.keyOf(key, fileId('a'))).toBe(first);
  expect(texts.keyOf(other, fileId('a'))).not.toBe(first);
});

it('those that wait longest are read first, and are found once they are in', () => {
  const { texts, key, other, found } = texted();
  for (const digit of ['c', 'a', 'b']) texts.keyOf(key, fileId(digit));
  texts.keyOf(other, fileId('d'));
  const waiting = texts.waiting(key, 2);
  expect(waiting.map(({ libraryId, fileId: id }) => [libraryId, id])).toEqual([
    [LIBRARY, fileId('c')],
    [LIBRARY, fileId('a')],
  ]);
  expect(texts.countWaiting()).toBe(4);
  for (const text of waiting) texts.put(text, text.fileId === fileId('c') ? 'tax of 2024' : null);
  expect([found('tax'), texts.countWaiting(), texts.waiting(key, 9).length]).toEqual([[fileId('c')], 2, 1]);
});

it('those of deleted libraries are not waited for', () => {
  const { tables, texts, other } = texted();
  texts.keyOf(other, fileId('d'));
  tables.libraryTable.markDeleted(OTHER, 100);
  expect(texts.countWaiting()).toBe(0);
});

it('what was removed while it was read does not come back', () => {
  const { db, texts, key, found } = texted();
  texts.keyOf(key, fileId('a'));
  const waiting = texts.waiting(key, 1);
  db.exec('DELETE FROM search_texts');
  for (const text of waiting) texts.put(text, 'tax of 2024');
  expect(found('tax')).toEqual([]);
});
