import { describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../src-main/core/library/library-id.ts';
import type { ObjectKind } from '../../../src-main/store/objects/object-store.ts';
import { createObjectIndex } from '../../../src-main/store/sqlite/object-index.ts';
import { createStoredOrder } from '../../../src-main/store/stored-order.ts';
import { memoryDatabase } from '../../support/database.ts';

const FIRST = '11111111-1111-4111-8111-111111111111' as LibraryId;
const SECOND = '22222222-2222-4222-8222-222222222222' as LibraryId;
const WHERE = { pack: 1, offset: 48, storedBytes: 10, encoding: 'zlib', sizeBytes: 30 } as const;

const idOf = (number: number) => number.toString(16).padStart(40, '0');

/** The order of an index that the libraries came into one after the other. */
function orderOf(...libraries: readonly [LibraryId, readonly [ObjectKind, number][]][]) {
  const index = createObjectIndex(memoryDatabase());
  for (const [library, objects] of libraries) {
    const rows = objects.map(([kind, number]) => ({
      ...{ kind, id: idOf(number), ...WHERE },
      ...{ storedAtSeconds: 1_000, sha256: null },
    }));
    index.record(index.storeKey(library), { rows, touches: [], repaired: [] });
  }
  return createStoredOrder(index);
}

const placesAfter = (order: ReturnType<typeof orderOf>, place: string) =>
  [...order.after(place)].map((object) => object.place);

describe('the order of all that is stored', () => {
  it('goes by library, then blocks, folders and files, and commits, then by id', () => {
    const order = orderOf(
      [
        SECOND,
        [
          ['commit', 2],
          ['block', 1],
        ],
      ],
      [
        FIRST,
        [
          ['fs', 9],
          ['fs', 3],
        ],
      ],
    );
    expect(placesAfter(order, '')).toEqual([
      `${FIRST}/2${idOf(3)}`,
      `${FIRST}/2${idOf(9)}`,
      `${SECOND}/1${idOf(1)}`,
      `${SECOND}/3${idOf(2)}`,
    ]);
    const [first] = order.after('');
    expect(first).toEqual({
      ...{ libraryId: FIRST, kind: 'fs', id: idOf(3), place: `${FIRST}/2${idOf(3)}` },
      ...{ sizeBytes: 30, storedBytes: 10, storedAtSeconds: 1_000 },
    });
  });

  it('goes on behind any place, also of an object or a library that is gone', () => {
    const order = orderOf([FIRST, [['fs', 3]]], [SECOND, [['block', 1]]]);
    expect(placesAfter(order, `${FIRST}/2${idOf(3)}`)).toEqual([`${SECOND}/1${idOf(1)}`]);
    expect(placesAfter(order, `${FIRST}/1${idOf(8)}`)).toEqual([
      `${FIRST}/2${idOf(3)}`,
      `${SECOND}/1${idOf(1)}`,
    ]);
    expect(placesAfter(order, `12345678-0000-4000-8000-000000000000/3${idOf(9)}`)).toEqual([
      `${SECOND}/1${idOf(1)}`,
    ]);
    expect(placesAfter(order, `${SECOND}/1${idOf(1)}`)).toEqual([]);
  });

  it('leaves nothing out between the pages that it is read by', () => {
    const objects = Array.from({ length: 1_001 }, (_, number): [ObjectKind, number] => ['fs', number]);
    const order = orderOf([FIRST, objects]);
    expect(placesAfter(order, '')).toEqual(objects.map(([, number]) => `${FIRST}/2${idOf(number)}`));
  });

  it('is empty while nothing was ever stored', () => {
    expect(orderOf().isEmpty()).toBe(true);
    expect(placesAfter(orderOf(), '')).toEqual([]);
    expect(orderOf([FIRST, [['fs', 3]]]).isEmpty()).toBe(false);
  });
});
