import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import {
  createObjectIndex,
  type ObjectIndex,
  type Touch,
} from '../../../../src-main/store/sqlite/object-index.ts';
import { createFindPlaces } from '../../../../src-main/store/sqlite/object-places.ts';
import type { ObjectRow } from '../../../../src-main/store/sqlite/object-row.ts';
import { type Database, openDatabase } from '../../../../src-main/store/sqlite/open.ts';
import { isDatabaseDamage } from '../../../../src-main/store/sqlite/recovery.ts';

const PHOTOS = '11111111-1111-4111-8111-111111111111' as LibraryId;
const NOTES = '22222222-2222-4222-8222-222222222222' as LibraryId;

/** Ids are hashes in real life; these differ in their first bytes and in their last. */
const idOf = (number: number) =>
  ((number * 0x9e3779b1) >>> 0).toString(16).padStart(8, '0') + number.toString(16).padStart(32, '0');

function rowOf(number: number, more: Partial<ObjectRow> = {}): ObjectRow {
  const where = { pack: 3, offset: 48 + number * 50, storedBytes: 10, sizeBytes: 30 } as const;
  const kind = number % 3 === 0 ? 'fs' : 'block';
  const sha256 = kind === 'block' ? Buffer.alloc(32, number) : null;
  return { kind, id: idOf(number), ...where, encoding: 'zlib', storedAtSeconds: 1_000, sha256, ...more };
}

const rowsOf = (from: number, to: number, more: Partial<ObjectRow> = {}) =>
  Array.from({ length: to - from }, (_, at) => rowOf(from + at, more));

const byKindAndId = (a: ObjectRow, b: ObjectRow) => (`${a.kind} ${a.id}` < `${b.kind} ${b.id}` ? -1 : 1);

describe('objects that are put on record in bulk', () => {
  let db: Database;
  let index: ObjectIndex;
  let store: number;

  beforeEach(() => {
    db = openDatabase(':memory:');
    index = createObjectIndex(db);
    store = index.storeKey(PHOTOS);
  });

  const record = (rows: readonly ObjectRow[], touches: readonly Touch[] = []) =>
    index.record(store, { rows, touches, repaired: [] });
  const countOf = (table: string) =>
    db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? 0;
  const sorted = () => countOf('objects');
  const batches = () => countOf('unsorted_objects');

  it('are found at once, and lie in the table only later', () => {
    record(rowsOf(0, 1_000));
    expect({ sorted: sorted(), batches: batches() }).toEqual({ sorted: 0, batches: 1 });
    expect(index.find(store, 'fs', idOf(999))).toEqual(rowOf(999));
    expect(index.find(store, 'block', idOf(7))).toEqual(rowOf(7));
    expect(index.has(store, 'block', idOf(7))).toBe(true);
    expect(index.has(store, 'fs', idOf(7))).toBe(false);
    expect(index.find(store, 'fs', idOf(1_001))).toBe(null);
    expect(index.has(index.storeKey(NOTES), 'block', idOf(7))).toBe(false);
    expect(index.lastPack(store)).toEqual({ pack: 3, endOffset: 48 + 999 * 50 + 40 + 10 });
  });

  it('go to the table when they are few', () => {
    record(rowsOf(0, 499));
    expect({ sorted: sorted(), batches: batches() }).toEqual({ sorted: 499, batches: 0 });
  });

  it('are sorted in a few at a time, and found all the while', () => {
    record(rowsOf(0, 3_000));
    record(rowsOf(3_000, 6_000));
    let steps = 0;
    while (index.sortSome()) {
      steps += 1;
      expect(index.find(store, 'fs', idOf(0))).toEqual(rowOf(0));
      expect(index.find(store, 'block', idOf(5_999))).toEqual(rowOf(5_999, { kind: 'block' }));
    }
    expect(steps).toBeGreaterThan(1);
    expect({ sorted: sorted(), batches: batches() }).toEqual({ sorted: 6_000, batches: 0 });
    expect([...index.listAll(store)]).toEqual(rowsOf(0, 6_000).toSorted(byKindAndId));
    expect(index.sortSome()).toBe(false);
  });

  it('are found by another process, and by a thread, before, while and after they are sorted in', () => {
    record(rowsOf(0, 3_000));
    const places = createFindPlaces(db);
    const ids = rowsOf(0, 3_000).flatMap(({ kind, id }) => (kind === 'fs' ? [id] : [])) as never[];
    const check = () => {
      const reopened = createObjectIndex(db);
      const found = rowsOf(0, 3_000).map(({ kind, id }) => reopened.find(store, kind, id));
      expect(found).toEqual(rowsOf(0, 3_000));
      expect(places(store, 'fs', ids)).toHaveLength(ids.length);
      expect(places(store, 'fs', ids).at(-1)).toMatchObject({ pack: 3, offset: rowOf(2_997).offset });
    };
    check();
    index.sortSome();
    expect(batches()).toBe(1);
    check();
    // A process that begins in the middle does all of it again, and nothing twice.
    const next = createObjectIndex(db);
    while (next.sortSome());
    expect({ sorted: sorted(), batches: batches() }).toEqual({ sorted: 3_000, batches: 0 });
    index = createObjectIndex(db);
    check();
  });

  it('are sorted in before any of them is changed', () => {
    record(rowsOf(0, 1_000));
    const elsewhere = rowOf(3, { pack: 9, offset: 48 });
    record([elsewhere]);
    expect({ sorted: sorted(), batches: batches() }).toEqual({ sorted: 1_000, batches: 0 });
    expect(index.find(store, 'fs', idOf(3))).toEqual(elsewhere);
    record(rowsOf(1_000, 2_000));
    record([], [{ kind: 'fs', id: idOf(1_002), atSeconds: 5_000, sha256: null }]);
    expect(batches()).toBe(0);
    expect(index.find(store, 'fs', idOf(1_002))?.storedAtSeconds).toBe(5_000);
  });

  it('leave those for the table that are on record already, twice among them, or refused by it', () => {
    record([rowOf(1, { storedAtSeconds: 2_000 })]);
    record([...rowsOf(0, 1_000), rowOf(5, { pack: 8 }), rowOf(2_000, { storedAtSeconds: 7 })]);
    expect(index.find(store, 'block', idOf(1))).toEqual(rowOf(1, { storedAtSeconds: 2_000 }));
    expect(index.find(store, 'block', idOf(5))?.pack).toBe(8);
    expect(index.find(store, 'block', idOf(2_000))?.storedAtSeconds).toBe(7);
    expect([...index.listAll(store)]).toHaveLength(1_001);
    const refused = rowOf(9_999, { kind: 'fs', sha256: Buffer.alloc(32) });
    expect(() => record([...rowsOf(3_000, 4_000), refused])).toThrow('CHECK');
    expect(index.has(store, 'fs', idOf(3_000))).toBe(false);
    expect([...index.listAll(store)]).toHaveLength(1_001);
  });

  it('are forgotten with their library', () => {
    const other = index.storeKey(NOTES);
    record(rowsOf(0, 1_000));
    index.record(other, { rows: rowsOf(0, 600), touches: [], repaired: [] });
    index.sortSome();
    while (index.removeSlice(store, 100) > 0);
    index.removeStore(store);
    expect(index.has(store, 'fs', idOf(0))).toBe(false);
    expect([...index.listAll(other)]).toHaveLength(600);
    expect(sorted()).toBe(600);
  });

  it('are damage of the database when they cannot be read', () => {
    record(rowsOf(0, 1_000));
    const told = (bytes: string) => {
      db.exec(`UPDATE unsorted_objects SET rows = ${bytes}`);
      try {
        createObjectIndex(db).sortSome();
      } catch (error) {
        return isDatabaseDamage(error) ? String(error) : null;
      }
      return null;
    };
    expect(told("x'00'")).toContain('batch 1 has 1 bytes');
    expect(told('zeroblob(140)')).toContain('a row is of unknown kind 0');
  });

  it('are as if each had been put into the table by itself, whatever else is done and whenever it ends', () => {
    const numbers = fc.array(fc.nat(40), { minLength: 1, maxLength: 30 });
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ do: fc.constant('record'), numbers, date: fc.nat(3) }) },
      fc.record({ do: fc.constant('touch'), numbers, date: fc.nat(6) }),
      fc.record({ do: fc.constant('remove'), numbers, date: fc.nat(6) }),
      fc.record({ do: fc.constant('move'), numbers, date: fc.nat(6) }),
      { weight: 2, arbitrary: fc.record({ do: fc.constant('sort'), numbers, date: fc.nat(6) }) },
      fc.record({ do: fc.constant('reopen'), numbers, date: fc.nat(6) }),
      fc.record({ do: fc.constant('fail'), numbers, date: fc.nat(6) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        const plainDb = openDatabase(':memory:');
        const bulkDb = openDatabase(':memory:');
        const plain = createObjectIndex(plainDb, { minRows: Number.POSITIVE_INFINITY });
        let bulk = createObjectIndex(bulkDb, { minRows: 3 });
        const key = plain.storeKey(PHOTOS);
        bulk.storeKey(PHOTOS);
        for (const [turn, { do: what, numbers: some, date }] of steps.entries()) {
          const rows = some.map((number) => rowOf(number, { pack: turn + 1, storedAtSeconds: date }));
          const work = (index: ObjectIndex): unknown => {
            if (what === 'record') return index.record(key, { rows, touches: [], repaired: [] });
            if (what === 'remove') return index.removeUnreferenced(key, rows, date);
            if (what === 'touch') {
              const touches = rows.map(({ kind, id }) => ({ kind, id, atSeconds: date, sha256: null }));
              return index.record(key, { rows: [], touches, repaired: [] });
            }
            if (what !== 'move') return null;
            const records = rows.flatMap(({ kind, id }) => {
              const row = index.find(key, kind, id);
              const to = { fromPack: row?.pack ?? 0, fromOffset: row?.offset ?? 0, toOffset: 7 };
              return [{ kind, id, ...to }];
            });
            return index.moveAll(key, { toPack: turn + 1, endOffset: 48, records });
          };
          expect(work(bulk)).toEqual(work(plain));
          if (what === 'sort') bulk.sortSome();
          if (what === 'reopen') bulk = createObjectIndex(bulkDb, { minRows: 3 });
          if (what === 'fail') {
            const broken = [...rows, rowOf(99, { id: 'no id' })];
            expect(() => bulk.record(key, { rows: broken, touches: [], repaired: [] })).toThrow('CHECK');
          }
          const seenBy = (index: ObjectIndex) =>
            rowsOf(0, 41).map(({ kind, id }) => [index.find(key, kind, id), index.has(key, kind, id)]);
          expect([seenBy(bulk), bulk.packs(key)]).toEqual([seenBy(plain), plain.packs(key)]);
        }
        expect([...bulk.listAll(key)]).toEqual([...plain.listAll(key)]);
        plainDb.close();
        bulkDb.close();
      }),
      { numRuns: 100 },
    );
  });
});
