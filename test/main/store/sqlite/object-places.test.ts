import { expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import type { ObjectId } from '../../../../src-main/core/objects/object-id.ts';
import { createObjectIndex } from '../../../../src-main/store/sqlite/object-index.ts';
import { createFindPlaces } from '../../../../src-main/store/sqlite/object-places.ts';
import type { ObjectRow } from '../../../../src-main/store/sqlite/object-row.ts';
import { memoryDatabase } from '../../../support/database.ts';

const PHOTOS = '11111111-1111-4111-8111-111111111111' as LibraryId;
const NOTES = '22222222-2222-4222-8222-222222222222' as LibraryId;
const idOf = (digit: string) => digit.repeat(40) as ObjectId;
const rowOf = (digit: string, kind: ObjectRow['kind'], offset: number): ObjectRow => ({
  ...{ kind, id: idOf(digit), pack: 2, offset, storedBytes: 10, sizeBytes: 30, encoding: 'zlib' },
  ...{ storedAtSeconds: 100, sha256: null },
});

it('tells where those are that are on record, sorted in or not, of one kind and library', () => {
  const db = memoryDatabase();
  const index = createObjectIndex(db, { minRows: 2 });
  const find = createFindPlaces(db);
  const [photos, notes] = [index.storeKey(PHOTOS), index.storeKey(NOTES)];
  index.record(photos, { rows: [rowOf('a', 'fs', 50)], touches: [], repaired: [] });
  index.record(photos, { rows: [rowOf('b', 'fs', 60), rowOf('c', 'block', 70)], touches: [], repaired: [] });
  expect(db.prepare('SELECT count(*) FROM objects').pluck().get()).toBe(1);
  const place = { kind: 'fs', pack: 2, storedBytes: 10, sizeBytes: 30 };
  const wanted = ['c', 'b', 'd', 'a'].map(idOf);
  expect(find(photos, 'fs', wanted)).toEqual([
    { ...place, id: idOf('b'), offset: 60 },
    { ...place, id: idOf('a'), offset: 50 },
  ]);
  expect(find(notes, 'fs', wanted)).toEqual([]);
  expect(find(photos, 'block', wanted).map(({ id }) => id)).toEqual([idOf('c')]);
});
