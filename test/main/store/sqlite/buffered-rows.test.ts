import { expect, it } from 'vitest';
import {
  bucketAt,
  compareRows,
  fitsBatch,
  isRowOf,
  ORDER_BUCKETS,
  ROW_BYTES,
  rowAt,
  writeRow,
} from '../../../../src-main/store/sqlite/buffered-rows.ts';
import type { ObjectRow } from '../../../../src-main/store/sqlite/object-row.ts';

const LARGEST = 0xffff_ffff;
const BLOCK: ObjectRow = {
  ...{ kind: 'block', id: `01${'ab'.repeat(19)}`, pack: 3, offset: 258, storedBytes: 16, sizeBytes: 32 },
  ...{ encoding: 'raw', storedAtSeconds: 1_000, sha256: Buffer.alloc(32, 0xcd) },
};
const FS: ObjectRow = {
  ...{
    kind: 'fs',
    id: 'ff'.repeat(20),
    pack: LARGEST,
    offset: LARGEST,
    storedBytes: LARGEST,
    sizeBytes: LARGEST,
  },
  ...{ encoding: 'zlib', storedAtSeconds: 1_000, sha256: null },
};

function written(...rows: readonly ObjectRow[]): Buffer {
  const bytes = Buffer.alloc(rows.length * ROW_BYTES, 0x77);
  rows.forEach((row, at) => {
    writeRow(bytes, at * ROW_BYTES, row);
  });
  return bytes;
}

it('a row lies as the format says', () => {
  const kind = '01';
  const flags = '02';
  expect(written(BLOCK).toString('hex')).toBe(
    `01${'ab'.repeat(19)}${kind}${flags}03000000020100001000000020000000${'cd'.repeat(32)}`,
  );
});

it('rows come back as they were, also the largest, and dated as their batch', () => {
  const batch = { storeKey: 1, storedAtSeconds: 1_000, rows: written(BLOCK, FS) };
  expect([rowAt(batch, 0), rowAt(batch, ROW_BYTES)]).toEqual([BLOCK, FS]);
});

it('what no row can say does not fit', () => {
  expect([BLOCK, FS].map((row) => fitsBatch(row, 1_000))).toEqual([true, true]);
  const others: readonly Partial<ObjectRow>[] = [
    ...[{ storedAtSeconds: 999 }, { pack: LARGEST + 1 }, { sizeBytes: LARGEST + 1 }, { kind: 'fs' } as const],
    ...[{ sha256: Buffer.alloc(20) }, { id: 'ab' }],
  ];
  expect(others.map((more) => fitsBatch({ ...BLOCK, ...more }, 1_000))).toEqual(others.map(() => false));
  expect(writeRow(Buffer.alloc(ROW_BYTES), 0, { ...BLOCK, id: 'x'.repeat(40) })).toBe(false);
});

it('a row of unknown kind is damage of the database', () => {
  const rows = written(BLOCK);
  rows[20] = 9;
  expect(() => rowAt({ storeKey: 1, storedAtSeconds: 1, rows }, 0)).toThrow(
    expect.objectContaining({ code: 'SQLITE_CORRUPT' }),
  );
});

it('rows are in the order of the table, and so are the buckets that they fall into', () => {
  const rows = written(FS, BLOCK, { ...BLOCK, id: `02${'00'.repeat(19)}` });
  const order = [0, ROW_BYTES, 2 * ROW_BYTES].toSorted((a, b) => compareRows(rows, a, rows, b));
  const buckets = order.map((at) => bucketAt(rows, at));
  expect(buckets).toEqual(buckets.toSorted((a, b) => a - b));
  expect(new Set(buckets).size).toBe(3);
  expect(Math.max(...buckets)).toBeLessThan(ORDER_BUCKETS);
  expect(order.map((at) => rows[at])).toEqual(rows[20] === 0 ? [0xff, 1, 2] : [1, 2, 0xff]);
});

it('a row is that of one kind and id', () => {
  const rows = written(BLOCK);
  const id = Buffer.from(BLOCK.id, 'hex');
  const kind = rows[20] ?? 0;
  const near = Buffer.from(id);
  near[19] = 0;
  expect([isRowOf(rows, 0, kind, id), isRowOf(rows, 0, kind + 1, id), isRowOf(rows, 0, kind, near)]).toEqual([
    ...[true, false, false],
  ]);
});
