import { beforeEach, describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import {
  createObjectIndex,
  type ObjectIndex,
  type ObjectPlace,
} from '../../../../src-main/store/sqlite/object-index.ts';
import { openDatabase } from '../../../../src-main/store/sqlite/open.ts';

const PHOTOS = '11111111-1111-4111-8111-111111111111' as LibraryId;
const NOTES = '22222222-2222-4222-8222-222222222222' as LibraryId;

function place(number: number, more: Partial<ObjectPlace> = {}): ObjectPlace {
  const id = number.toString(16).padStart(40, '0');
  return { kind: 'fs', id, pack: 1, offset: 48, storedBytes: 10, encoding: 'zlib', sizeBytes: 30, ...more };
}

describe('object index', () => {
  let index: ObjectIndex;

  beforeEach(() => {
    index = createObjectIndex(openDatabase(':memory:'));
  });

  it('gives each library its number, the same one every time', () => {
    expect(index.findStore(PHOTOS)).toBe(null);
    const photos = index.storeKey(PHOTOS);
    expect(index.storeKey(NOTES)).not.toBe(photos);
    expect(index.storeKey(PHOTOS)).toBe(photos);
    expect(index.findStore(PHOTOS)).toBe(photos);
  });

  it('never gives a number out again', () => {
    const first = index.storeKey(PHOTOS);
    index.removeStore(first);
    expect(index.storeKey(PHOTOS)).not.toBe(first);
  });

  it('finds objects by library, kind and id', () => {
    const store = index.storeKey(PHOTOS);
    index.insertAll(store, [place(2), place(1), place(1, { kind: 'commit', encoding: 'raw' })]);
    expect(index.find(store, 'fs', place(1).id)).toEqual(place(1));
    expect(index.find(store, 'commit', place(1).id)).toEqual(place(1, { kind: 'commit', encoding: 'raw' }));
    expect(index.find(store, 'block', place(1).id)).toBe(null);
    expect(index.has(store, 'fs', place(2).id)).toBe(true);
    expect(index.has(index.storeKey(NOTES), 'fs', place(2).id)).toBe(false);
  });

  it('replaces the place of an object', () => {
    const store = index.storeKey(PHOTOS);
    index.insertAll(store, [place(1)]);
    index.insertAll(store, [place(1, { pack: 4, offset: 999 })]);
    expect([...index.listAll(store)]).toEqual([place(1, { pack: 4, offset: 999 })]);
  });

  it('records all of the places or none', () => {
    const store = index.storeKey(PHOTOS);
    expect(() => index.insertAll(store, [place(1), place(2, { id: 'too short' })])).toThrow('CHECK');
    expect([...index.listAll(store)]).toEqual([]);
    expect(index.lastPack(store)).toBe(null);
  });

  it('knows where the last pack ends', () => {
    const store = index.storeKey(PHOTOS);
    index.insertAll(store, [
      place(1, { pack: 2, offset: 500 }),
      place(2, { pack: 2, offset: 48 }),
      place(3, { pack: 1 }),
    ]);
    index.insertAll(store, [place(4, { pack: 0, offset: 0, storedBytes: 9_999_999 })]);
    expect(index.lastPack(store)).toEqual({ pack: 2, endOffset: 500 + 40 + 10 });
  });

  it('lists more than one page in order', () => {
    const store = index.storeKey(PHOTOS);
    index.insertAll(
      store,
      Array.from({ length: 2_500 }, (_, number) => place(number)),
    );
    expect([...index.listAll(store)].map((found) => Number(`0x${found.id}`))).toEqual([
      ...Array(2_500).keys(),
    ]);
  });

  it('removes a library slice by slice', () => {
    const store = index.storeKey(PHOTOS);
    const other = index.storeKey(NOTES);
    index.insertAll(store, [place(1), place(2), place(3)]);
    index.insertAll(other, [place(1)]);
    expect([1, 2, 3].map(() => index.removeSlice(store, 2))).toEqual([2, 1, 0]);
    index.removeStore(store);
    expect(index.findStore(PHOTOS)).toBe(null);
    expect(index.has(other, 'fs', place(1).id)).toBe(true);
  });
});
