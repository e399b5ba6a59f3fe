import { describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../src-main/core/library/library-id.ts';
import { createObjectIndex } from '../../../src-main/store/sqlite/object-index.ts';
import type { ObjectRow } from '../../../src-main/store/sqlite/object-row.ts';
import { createStoredOrder } from '../../../src-main/store/stored-order.ts';
import { memoryDatabase } from '../../support/database.ts';

const PHOTOS = '11111111-1111-4111-8111-111111111111' as LibraryId;
const NOTES = '22222222-2222-4222-8222-222222222222' as LibraryId;

function rowOf(kind: ObjectRow['kind'], number: number): ObjectRow {
  const where = { pack: 1, offset: 48, storedBytes: 10, encoding: 'raw', sizeBytes: 30 } as const;
  const id = number.toString(16).padStart(40, '0');
  return { kind, id, ...where, storedAtSeconds: 1_000, sha256: null };
}

function orderOf(rows: Readonly<Record<LibraryId, readonly ObjectRow[]>>) {
  const index = createObjectIndex(memoryDatabase());
  for (const [libraryId, ofLibrary] of Object.entries(rows))
    index.record(index.storeKey(libraryId as LibraryId), { rows: ofLibrary, touches: [], repaired: [] });
  return createStoredOrder(index);
}

describe('the order of all stored objects', () => {
  it('is empty where nothing is stored', () => {
    const order = orderOf({});
    expect(order.isEmpty()).toBe(true);
    expect([...order.after('')]).toEqual([]);
  });

  it('goes by library, then by kind, then by id', () => {
    const order = orderOf({
      [NOTES]: [rowOf('fs', 1)],
      [PHOTOS]: [rowOf('block', 1), rowOf('block', 2), rowOf('commit', 3)],
    });
    const all = [...order.after('')];
    expect(all.map(({ libraryId, kind, id }) => [libraryId, kind, Number(id)])).toEqual([
      [PHOTOS, 'block', 1],
      [PHOTOS, 'block', 2],
      [PHOTOS, 'commit', 3],
      [NOTES, 'fs', 1],
    ]);
    const positions = all.map(({ position }) => position);
    expect(positions).toEqual(positions.toSorted());
  });

  it('is read on from behind any position, also one whose object is gone', () => {
    const order = orderOf({ [PHOTOS]: [rowOf('commit', 1), rowOf('commit', 3)], [NOTES]: [rowOf('fs', 1)] });
    const all = [...order.after('')];
    for (const [at, { position }] of all.entries())
      expect([...order.after(position)]).toEqual(all.slice(at + 1));
    const gone = all[0]?.position.replace(/1$/, '2') ?? '';
    expect([...order.after(gone)]).toEqual(all.slice(1));
  });

  it('is whole over many pages', () => {
    const rows = Array.from({ length: 1_201 }, (_, number) => rowOf('block', number + 1));
    expect([...orderOf({ [PHOTOS]: rows }).after('')]).toHaveLength(1_201);
  });
});
