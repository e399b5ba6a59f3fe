import { describe, expect, it } from 'vitest';
import { RowSlots } from '../../../src-renderer/ui/row-slots.ts';

function rows(start: number, end: number): number[] {
  return Array.from({ length: end - start }, (_, at) => start + at);
}

describe('rows in elements', () => {
  it('stay in their element while a list is scrolled a little', () => {
    const slots = new RowSlots();
    slots.show({ indices: rows(0, 8), pinned: 0 });
    expect(slots.show({ indices: rows(2, 10), pinned: 2 }).map(({ slot }) => slot)).toEqual([
      3, 4, 5, 6, 7, 8, 9, 10,
    ]);
  });

  it('take over the elements of others when a list is scrolled far', () => {
    const slots = new RowSlots();
    slots.show({ indices: rows(0, 4), pinned: 0 });
    expect(slots.show({ indices: rows(50, 54), pinned: 90 })).toEqual([
      { slot: 1, index: 50 },
      { slot: 2, index: 51 },
      { slot: 3, index: 52 },
      { slot: 4, index: 53 },
    ]);
  });

  it('leave the row that may hold the focus in its element, and the elements around it in their order', () => {
    const slots = new RowSlots();
    slots.show({ indices: rows(0, 5), pinned: 2 });
    expect(slots.show({ indices: [2, ...rows(50, 54)], pinned: 2 })).toEqual([
      { slot: 3, index: 2 },
      { slot: 4, index: 50 },
      { slot: 5, index: 51 },
      { slot: 6, index: 52 },
      { slot: 7, index: 53 },
    ]);
    expect(slots.show({ indices: rows(0, 5), pinned: 2 }).map(({ slot }) => slot)).toEqual([8, 9, 3, 4, 5]);
  });

  it('are the same objects as before where nothing changed, so that nothing is drawn again', () => {
    const slots = new RowSlots();
    const [, second] = slots.show({ indices: rows(0, 8), pinned: 0 });
    expect(slots.show({ indices: rows(1, 9), pinned: 1 })[0]).toBe(second);
  });

  it('come anew when the list is longer, and go when it is shorter', () => {
    const slots = new RowSlots();
    expect(slots.show({ indices: [], pinned: 0 })).toEqual([]);
    expect(slots.show({ indices: rows(0, 3), pinned: 0 }).map(({ slot }) => slot)).toEqual([1, 2, 3]);
    expect(slots.show({ indices: rows(0, 1), pinned: 0 })).toEqual([{ slot: 1, index: 0 }]);
  });
});
