import { describe, expect, it } from 'vitest';
import { RowSlots, rowAfterChange } from '../../../src-renderer/ui/list-rows.ts';

const rows = (names: string, active: number) => ({
  active,
  count: names.length,
  keyOf: (index: number) => names[index] ?? null,
});

it('follows a row that others pushed down or up', () => {
  expect(rowAfterChange({ index: 1, key: 'b' }, rows('xyabc', 1))).toEqual({ index: 3, key: 'b' });
  expect(rowAfterChange({ index: 3, key: 'd' }, rows('cde', 2))).toEqual({ index: 2, key: 'e' });
  expect(rowAfterChange({ index: 2, key: 'd' }, rows('cde', 2))).toEqual({ index: 1, key: 'd' });
});

it('stays at the place of a row that is gone', () => {
  expect(rowAfterChange({ index: 1, key: 'b' }, rows('acd', 1))).toEqual({ index: 1, key: 'c' });
});

it('goes where a person went', () => {
  expect(rowAfterChange({ index: 1, key: 'b' }, rows('abc', 2))).toEqual({ index: 2, key: 'c' });
});

it('takes up a row as soon as it is known which one it is', () => {
  expect(rowAfterChange({ index: 0, key: null }, rows('abc', 0))).toEqual({ index: 0, key: 'a' });
  expect(rowAfterChange({ index: -1, key: null }, rows('', 0))).toEqual({ index: 0, key: null });
});

function indices(start: number, end: number): number[] {
  return Array.from({ length: end - start }, (_, at) => start + at);
}

describe('rows in elements', () => {
  it('stay in their element while a list is scrolled a little', () => {
    const slots = new RowSlots();
    slots.show({ indices: indices(0, 8), pinned: 0 });
    expect(slots.show({ indices: indices(2, 10), pinned: 2 }).map(({ slot }) => slot)).toEqual([
      3, 4, 5, 6, 7, 8, 9, 10,
    ]);
  });

  it('take over the elements of others when a list is scrolled far', () => {
    const slots = new RowSlots();
    slots.show({ indices: indices(0, 4), pinned: 0 });
    expect(slots.show({ indices: indices(50, 54), pinned: 90 })).toEqual([
      { slot: 1, index: 50 },
      { slot: 2, index: 51 },
      { slot: 3, index: 52 },
      { slot: 4, index: 53 },
    ]);
  });

  it('leave the row that may hold the focus in its element, and the elements around it in their order', () => {
    const slots = new RowSlots();
    slots.show({ indices: indices(0, 5), pinned: 2 });
    expect(slots.show({ indices: [2, ...indices(50, 54)], pinned: 2 })).toEqual([
      { slot: 3, index: 2 },
      { slot: 4, index: 50 },
      { slot: 5, index: 51 },
      { slot: 6, index: 52 },
      { slot: 7, index: 53 },
    ]);
    expect(slots.show({ indices: indices(0, 5), pinned: 2 }).map(({ slot }) => slot)).toEqual([
      8, 9, 3, 4, 5,
    ]);
  });

  it('are the same objects as before where nothing changed, so that nothing is drawn again', () => {
    const slots = new RowSlots();
    const [, second] = slots.show({ indices: indices(0, 8), pinned: 0 });
    expect(slots.show({ indices: indices(1, 9), pinned: 1 })[0]).toBe(second);
  });

  it('come anew when the list is longer, and go when it is shorter', () => {
    const slots = new RowSlots();
    expect(slots.show({ indices: [], pinned: 0 })).toEqual([]);
    expect(slots.show({ indices: indices(0, 3), pinned: 0 }).map(({ slot }) => slot)).toEqual([1, 2, 3]);
    expect(slots.show({ indices: indices(0, 1), pinned: 0 })).toEqual([{ slot: 1, index: 0 }]);
  });
});
