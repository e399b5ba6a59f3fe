import { expect, it } from 'vitest';
import type { ObjectName } from '../../../../src-main/store/objects/object-store.ts';
import { ROW_BYTES, rowAt, writeRow } from '../../../../src-main/store/sqlite/buffered-rows.ts';
import { RowLookup } from '../../../../src-main/store/sqlite/row-lookup.ts';

/** Ids that all begin alike, so that they ask for the same slot. */
const idOf = (number: number) => `${'0'.repeat(32)}${number.toString(16).padStart(8, '0')}`;
const block = (number: number): ObjectName => ({ kind: 'block', id: idOf(number) });

function batchOf(storeKey: number, from: number, count: number) {
  const rows = Buffer.alloc(count * ROW_BYTES);
  for (let at = 0; at < count; at += 1)
    writeRow(rows, at * ROW_BYTES, {
      ...{ ...block(from + at), pack: 1, offset: from + at, storedBytes: 1, sizeBytes: 1 },
      ...{ encoding: 'raw', storedAtSeconds: 1, sha256: null },
    });
  return { batch: from, storeKey, storedAtSeconds: 1, rows };
}

const offsetOf = (lookup: RowLookup, storeKey: number, name: ObjectName) => {
  const found = lookup.find(storeKey, name);
  return found && rowAt(found.batch, found.at).offset;
};

it('finds each row of its batches, also among ids that collide, and no other', () => {
  const lookup = new RowLookup();
  expect(lookup.find(1, block(0))).toBe(null);
  lookup.add(batchOf(1, 0, 300));
  lookup.add(batchOf(1, 1_000, 300));
  expect([0, 299, 1_000, 1_299].map((at) => offsetOf(lookup, 1, block(at)))).toEqual([0, 299, 1_000, 1_299]);
  expect([300, 999, 1_300].map((at) => lookup.find(1, block(at)))).toEqual([null, null, null]);
  expect(lookup.find(1, { kind: 'fs', id: idOf(0) })).toBe(null);
  expect(lookup.find(1, { kind: 'block', id: 'no id' })).toBe(null);
});

it('finds a row in its own library only, though another has the same object and asks for the same slot', () => {
  const lookup = new RowLookup();
  const [one, other] = [1, 1 + (1 << 12)];
  lookup.add(batchOf(one, 7, 1));
  expect(lookup.find(other, block(7))).toBe(null);
  lookup.add({ ...batchOf(other, 7, 1), batch: 8 });
  expect([one, other].map((storeKey) => lookup.find(storeKey, block(7))?.batch.batch)).toEqual([7, 8]);
});

it('still finds the first row when it has grown, and nothing of what was taken away', () => {
  const lookup = new RowLookup();
  // More than half of the slots that it begins with.
  for (let from = 0; from < 5; from += 1) lookup.add(scattered(from * 600, 600));
  expect(lookup.rowCount).toBe(3_000);
  expect([0, 2_999].map((at) => offsetOf(lookup, 1, scatteredBlock(at)))).toEqual([0, 2_999]);
  lookup.set(lookup.batches.slice(1));
  expect([lookup.rowCount, lookup.find(1, scatteredBlock(0))]).toEqual([2_400, null]);
  expect(offsetOf(lookup, 1, scatteredBlock(2_999))).toBe(2_999);
});

/** As hashes are. */
const scatteredBlock = (number: number): ObjectName => ({
  kind: 'block',
  id: ((number * 0x9e3779b1) >>> 0).toString(16).padStart(8, '0').repeat(5),
});

function scattered(from: number, count: number) {
  const batch = batchOf(1, from, count);
  for (let at = 0; at < count; at += 1) batch.rows.write(scatteredBlock(from + at).id, at * ROW_BYTES, 'hex');
  return batch;
}
