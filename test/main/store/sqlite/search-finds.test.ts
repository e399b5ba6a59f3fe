import { beforeEach, describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import type { ObjectId } from '../../../../src-main/core/objects/object-id.ts';
import type { SearchedKeys } from '../../../../src-main/store/sqlite/search-finds.ts';
import { type Tables, tablesOf } from '../../../../src-main/store/sqlite/tables.ts';
import { memoryDatabase } from '../../../support/database.ts';

const ALL = { below: Number.MAX_SAFE_INTEGER, limit: 100 };

let tables: Tables;
let key: number;
let other: number;

beforeEach(() => {
  tables = tablesOf(memoryDatabase());
  [key, other] = ['1', '2'].map((digit) => {
    const id = digit.repeat(36) as LibraryId;
    tables.searchIndex.begin(id);
    return tables.searchIndex.find(id)?.key ?? 0;
  }) as [number, number];
});

const file = (path: string, of = key) => ({ key: of, path, isDir: false });
const add = (path: string, seq = 1, of = key) => tables.searchIndex.add(file(path, of), seq, () => null);
const remove = (path: string, endedSeq: number) =>
  tables.searchIndex.remove(file(path), { lastSeq: endedSeq - 1, endedSeq });
const names = (grams: readonly string[], keys: SearchedKeys = null, page = ALL) => [
  ...tables.searchFinds.names(grams, keys, page),
];
const found = (grams: readonly string[], keys: SearchedKeys = null) =>
  names(grams, keys).map(({ item }) => item && [item.path, item.state]);

describe('names that are found', () => {
  it('hold all that is asked for, in folded case, the newest rows first', () => {
    for (const path of ['/docs/Tax 2024.txt', '/Taxi.jpg', '/plan.txt']) add(path);
    expect(found(['tax'])).toEqual([
      ['/Taxi.jpg', 'now'],
      ['/docs/Tax 2024.txt', 'now'],
    ]);
    expect(found(['tax', '202'])).toEqual([['/docs/Tax 2024.txt', 'now']]);
    expect(found(['doc'])).toEqual([]);
    expect(names(['tax'])[0]?.item).toEqual({
      ...{ key, path: '/Taxi.jpg', name: 'Taxi.jpg', isDir: false, state: 'now', seq: 1, endedSeq: null },
    });
  });

  it('are all of them when nothing is asked for, and go on below a place', () => {
    for (const path of ['/a', '/b', '/c']) add(path);
    const [first, second] = names([], null, { ...ALL, limit: 2 });
    expect([first?.item?.path, second?.item?.path]).toEqual(['/c', '/b']);
    expect(names([], null, { ...ALL, below: second?.place ?? 0 }).map(({ item }) => item?.path)).toEqual([
      '/a',
    ]);
  });

  it.each([['tax'], []])('of other libraries are stepped over (%s)', (...grams) => {
    add('/tax');
    add('/tax of another', 1, other);
    expect(found(grams, new Set([key])).filter((item) => item !== null)).toEqual([['/tax', 'now']]);
  });

  it('are taken as text, not as a language', () => {
    add('/a "quoted" name');
    add('/plain');
    expect(found(['"qu'])).toEqual([['/a "quoted" name', 'now']]);
  });

  it('of the past stand for themselves unless something newer has the same place', () => {
    add('/gone');
    remove('/gone', 2);
    add('/back');
    remove('/back', 2);
    add('/back', 3);
    add('/old');
    tables.searchIndex.rename(file('/old'), '/new', { lastSeq: 1, endedSeq: 2 });
    expect(found([])).toEqual([
      ...[['/old', 'older'], ['/new', 'now'], ['/back', 'now'], null, ['/gone', 'deleted']],
    ]);
  });
});

describe('texts that are found', () => {
  function put(digit: string, text: string, of = key): number {
    const textKey = tables.searchTexts.keyOf(of, digit.repeat(40) as ObjectId);
    const waiting = tables.searchTexts.waiting(of, 9).filter((one) => one.textKey === textKey);
    for (const one of waiting) tables.searchTexts.put(one, text);
    return textKey;
  }
  const texts = (words: readonly string[], keys: SearchedKeys = null) =>
    tables.searchFinds.texts(words, keys, ALL).map(({ fileId }) => fileId.slice(0, 1));

  it('hold all words, the last of which may have only begun', () => {
    put('a', 'the tax of 2024');
    put('b', 'taxes and more');
    put('c', 'more than one tax', other);
    expect(texts(['tax'])).toEqual(['c', 'b', 'a']);
    expect(texts(['tax', '20'])).toEqual(['a']);
    expect(texts(['tax', 'mor'])).toEqual(['c']);
    expect(texts(['tax'], new Set([key]))).toEqual(['b', 'a']);
    expect(texts(['tax'], new Set(Array.from({ length: 101 }, (_, at) => at)))).toEqual(['c', 'b', 'a']);
  });

  it('tell who holds or held them, the live ones first', () => {
    const textKey = put('a', 'the tax of 2024');
    for (const path of ['/was', '/is']) tables.searchIndex.add(file(path), 1, () => textKey);
    tables.searchIndex.modify(file('/is'), { lastSeq: 3, endedSeq: 4 }, textKey);
    remove('/was', 2);
    tables.searchIndex.add(file('/became another'), 1, () => textKey);
    tables.searchIndex.modify(file('/became another'), { lastSeq: 5, endedSeq: 6 }, null);
    expect(
      tables.searchFinds.holders(textKey).map(({ path, state, endedSeq }) => [path, state, endedSeq]),
    ).toEqual([
      ['/is', 'now', null],
      ['/became another', 'older', 6],
      ['/was', 'deleted', 2],
    ]);
  });
});

it('an item is there by its path and kind, while it is', () => {
  add('/d/a');
  const isThere = (isDir: boolean, path = '/d/a', of = key) => tables.searchFinds.isThere(of, path, isDir);
  expect([isThere(false), isThere(true), isThere(false, '/d'), isThere(false, '/d/a', other)]).toEqual([
    ...[true, false, false, false],
  ]);
  remove('/d/a', 2);
  expect(isThere(false)).toBe(false);
});
