import { beforeEach, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import type { ObjectId } from '../../../../src-main/core/objects/object-id.ts';
import { type Tables, tablesOf } from '../../../../src-main/store/sqlite/tables.ts';
import { memoryDatabase } from '../../../support/database.ts';

let db: ReturnType<typeof memoryDatabase>;
let tables: Tables;
let key: number;
let other: number;

beforeEach(() => {
  db = memoryDatabase();
  tables = tablesOf(db);
  [key, other] = ['1', '2'].map((digit) => {
    const id = digit.repeat(36) as LibraryId;
    tables.searchIndex.begin(id);
    return tables.searchIndex.find(id)?.key ?? 0;
  }) as [number, number];
});

/** A file whose text is its own name. */
function add(path: string, digit: string, of = key): void {
  const textKey = tables.searchTexts.keyOf(of, digit.repeat(40) as ObjectId);
  for (const text of tables.searchTexts.waiting(of, 1)) tables.searchTexts.put(text, `text${digit}`);
  tables.searchIndex.add({ key: of, path, isDir: false }, 1, () => textKey);
}
const end = (path: string, lastSeq: number) =>
  tables.searchIndex.remove({ key, path, isDir: false }, { lastSeq, endedSeq: lastSeq + 1 });
const isFound = (digit: string) =>
  tables.searchFinds.texts([`text${digit}`], null, { below: 1_000, limit: 1 }).length === 1;
const names = () =>
  [...tables.searchFinds.names([], null, { below: 1_000, limit: 100 })].map(({ item }) => item?.path);
const count = (table: string) => db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get();

it('what ended before a commit goes a few at a time, oldest first, and what lives or ended later stays', () => {
  for (const [path, digit] of [
    ['/a', 'a'],
    ['/b', 'b'],
    ['/c', 'c'],
    ['/live', 'd'],
  ] as const)
    add(path, digit);
  end('/b', 2);
  end('/a', 1);
  end('/c', 3);
  expect(tables.searchRemoval.endedBefore(key, 3, 1)).toBe(1);
  expect(names()).toEqual(['/live', '/c', '/b']);
  expect([9, 9].map((limit) => tables.searchRemoval.endedBefore(key, 3, limit))).toEqual([1, 0]);
  expect(names()).toEqual(['/live', '/c']);
  expect(['a', 'b', 'c', 'd'].map(isFound)).toEqual([false, false, true, true]);
  expect(tables.searchIndex.room(key)).toBe(tables.searchIndex.itemsMax - 2);
});

it('a text stays while anything else holds it, and an empty folder goes', () => {
  add('/d/copy', 'a');
  add('/original', 'a');
  end('/d/copy', 1);
  tables.searchRemoval.endedBefore(key, 2, 9);
  expect([isFound('a'), count('search_folders')]).toEqual([true, 1]);
});

it('a library goes a slice at a time until nothing is left of it, and no other with it', () => {
  for (let at = 0; at < 7; at += 1) add(`/d${at % 3}/${at}`, String(at));
  add('/kept', 'a', other);
  let slices = 0;
  while (tables.searchRemoval.items(key, 3)) slices += 1;
  tables.searchRemoval.library(key);
  expect(slices).toBeGreaterThan(2);
  expect([names(), isFound('0'), isFound('a')]).toEqual([['/kept'], false, true]);
  expect(['search_items', 'search_folders', 'search_texts', 'search_libraries'].map(count)).toEqual([
    1, 1, 1, 1,
  ]);
});

it('words of what was removed are in no page of the database once all of the index is merged', () => {
  for (const digit of 'abcdef') add(`/zqx${digit}`, digit);
  const holds = (word: string) => db.serialize().includes(word);
  expect([holds('texta'), holds('zqx')]).toEqual([true, true]);
  while (tables.searchRemoval.items(key, 100));
  let isFirst = true;
  while (tables.searchRemoval.merge(100, isFirst)) isFirst = false;
  expect([holds('texta'), holds('zqx')]).toEqual([false, false]);
});
