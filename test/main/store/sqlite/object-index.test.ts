import { beforeEach, describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { createObjectIndex, type ObjectIndex } from '../../../../src-main/store/sqlite/object-index.ts';
import type { ObjectRow } from '../../../../src-main/store/sqlite/object-row.ts';
import { openDatabase } from '../../../../src-main/store/sqlite/open.ts';

const PHOTOS = '11111111-1111-4111-8111-111111111111' as LibraryId;
const NOTES = '22222222-2222-4222-8222-222222222222' as LibraryId;

function place(number: number, more: Partial<ObjectRow> = {}): ObjectRow {
  const id = number.toString(16).padStart(40, '0');
  const where = { pack: 1, offset: 48, storedBytes: 10, encoding: 'zlib', sizeBytes: 30 } as const;
  return { kind: 'fs', id, ...where, storedAtSeconds: 1_000, sha256: null, ...more };
}

describe('object index', () => {
  let index: ObjectIndex;

  beforeEach(() => {
    index = createObjectIndex(openDatabase(':memory:'));
  });

  const insert = (store: number, rows: readonly ObjectRow[]) =>
    index.record(store, { rows, touches: [], repaired: [] });

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
    insert(store, [place(2), place(1), place(1, { kind: 'commit', encoding: 'raw' })]);
    expect(index.find(store, 'fs', place(1).id)).toEqual(place(1));
    expect(index.find(store, 'commit', place(1).id)).toEqual(place(1, { kind: 'commit', encoding: 'raw' }));
    expect(index.find(store, 'block', place(1).id)).toBe(null);
    expect(index.has(store, 'fs', place(2).id)).toBe(true);
    expect(index.has(index.storeKey(NOTES), 'fs', place(2).id)).toBe(false);
  });

  it('replaces the place of an object', () => {
    const store = index.storeKey(PHOTOS);
    insert(store, [place(1)]);
    insert(store, [place(1, { pack: 4, offset: 999 })]);
    expect([...index.listAll(store)]).toEqual([place(1, { pack: 4, offset: 999 })]);
  });

  it('records all of the places or none', () => {
    const store = index.storeKey(PHOTOS);
    expect(() => insert(store, [place(1), place(2, { id: 'too short' })])).toThrow('CHECK');
    expect([...index.listAll(store)]).toEqual([]);
    expect(index.lastPack(store)).toBe(null);
  });

  it('knows where the last pack ends', () => {
    const store = index.storeKey(PHOTOS);
    insert(store, [
      place(1, { pack: 2, offset: 500 }),
      place(2, { pack: 2, offset: 48 }),
      place(3, { pack: 1 }),
    ]);
    insert(store, [place(4, { pack: 0, offset: 0, storedBytes: 9_999_999 })]);
    expect(index.lastPack(store)).toEqual({ pack: 2, endOffset: 500 + 40 + 10 });
  });

  it('lists more than one page in order', () => {
    const store = index.storeKey(PHOTOS);
    insert(
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
    insert(store, [place(1), place(2), place(3)]);
    insert(other, [place(1)]);
    expect([1, 2, 3].map(() => index.removeSlice(store, 2))).toEqual([2, 1, 0]);
    index.removeStore(store);
    expect(index.findStore(PHOTOS)).toBe(null);
    expect(index.has(other, 'fs', place(1).id)).toBe(true);
  });

  describe('dates and second hashes', () => {
    const sha256 = Buffer.alloc(32, 7);

    it('keeps the newer date and the known hash when an object gets another place', () => {
      const store = index.storeKey(PHOTOS);
      insert(store, [place(1, { kind: 'block', storedAtSeconds: 500, sha256 })]);
      insert(store, [place(1, { kind: 'block', storedAtSeconds: 400, pack: 2 })]);
      const expected = place(1, { kind: 'block', storedAtSeconds: 500, sha256, pack: 2 });
      expect(index.find(store, 'block', place(1).id)).toEqual(expected);
    });

    it('notes touches: the date never goes back, the hash is only added', () => {
      const store = index.storeKey(PHOTOS);
      const { id } = place(1);
      insert(store, [place(1, { kind: 'block' })]);
      const touch = (atSeconds: number, hash: Buffer | null) =>
        index.record(store, {
          rows: [],
          touches: [{ kind: 'block', id, atSeconds, sha256: hash }],
          repaired: [],
        });
      touch(2_000, sha256);
      touch(1_500, Buffer.alloc(32, 8));
      expect(index.find(store, 'block', id)).toMatchObject({ storedAtSeconds: 2_000, sha256 });
    });

    it('takes no hash of another length, and none for other kinds', () => {
      const store = index.storeKey(PHOTOS);
      expect(() => insert(store, [place(1, { kind: 'block', sha256: Buffer.alloc(20) })])).toThrow('CHECK');
      expect(() => insert(store, [place(1, { kind: 'fs', sha256 })])).toThrow('CHECK');
    });
  });

  it('forgets only what nobody touched since, with its damage', () => {
    const store = index.storeKey(PHOTOS);
    insert(store, [place(1, { storedAtSeconds: 99 }), place(2, { storedAtSeconds: 100 })]);
    index.damaged.addAll(store, [{ ...place(1), foundAtSeconds: 5, reason: 'record' }]);
    const { kind, id } = place(1);
    const removed = index.removeUnreferenced(store, [{ kind, id }, place(2), place(3)], 100);
    expect(removed).toEqual({ removed: [{ kind, id }], bytes: 30 });
    expect([...index.listAll(store)]).toEqual([place(2, { storedAtSeconds: 100 })]);
    expect([...index.damaged.list(store)]).toEqual([]);
  });

  it('moves records to another pack unless they got another place meanwhile', () => {
    const store = index.storeKey(PHOTOS);
    insert(store, [place(1), place(2, { pack: 3, offset: 700 })]);
    const moved = (number: number, toOffset: number) => {
      return { kind: 'fs' as const, id: place(number).id, fromPack: 1, fromOffset: 48, toOffset };
    };
    const records = [moved(1, 48), moved(2, 98)];
    expect(index.moveAll(store, { toPack: 9, endOffset: 148, records })).toBe(1);
    expect([...index.listAll(store)]).toEqual([place(1, { pack: 9 }), place(2, { pack: 3, offset: 700 })]);
    expect(index.lastPack(store)).toEqual({ pack: 9, endOffset: 148 });
    index.removePack(store, 1);
    expect(index.packs(store).map((one) => one.pack)).toEqual([3, 9]);
  });

  it('remembers damage until it is repaired, once an object, each library its own', () => {
    const store = index.storeKey(PHOTOS);
    const { kind, id } = place(1);
    expect(index.damaged.hasAny(store)).toBe(false);
    index.damaged.addAll(store, [{ kind, id, foundAtSeconds: 5, reason: 'missing' }]);
    index.damaged.addAll(store, [{ kind, id, foundAtSeconds: 9, reason: 'record' }]);
    expect([...index.damaged.list(store)]).toEqual([{ kind, id, foundAtSeconds: 5, reason: 'missing' }]);
    expect(index.damaged.has(index.storeKey(NOTES), { kind, id })).toBe(false);
    index.record(store, { rows: [place(1)], touches: [], repaired: [{ kind, id }] });
    expect(index.damaged.hasAny(store)).toBe(false);
  });
});
