import { describe, expect, it } from 'vitest';
import { equalRows, unequalRows, visibleRows } from '../../../src-renderer/ui/row-geometry.ts';

describe('rows of equal height', () => {
  it('show what is in view and a margin on either side', () => {
    expect(visibleRows(equalRows(1000, 20), { top: 200, height: 100, margin: 3 })).toEqual({
      start: 7,
      end: 19,
    });
  });

  it('stop at the ends', () => {
    expect(visibleRows(equalRows(5, 20), { top: 0, height: 500, margin: 8 })).toEqual({ start: 0, end: 5 });
  });

  it('may be none', () => {
    expect(visibleRows(equalRows(0, 20), { top: 0, height: 500, margin: 8 })).toEqual({ start: 0, end: 0 });
  });
});

describe('rows of different heights', () => {
  const rows = unequalRows([10, 30, 10, 50]);

  it('add up', () => {
    expect([rows.total, rows.top(2), rows.height(3)]).toEqual([100, 40, 50]);
  });

  it.each([
    [0, 0],
    [9, 0],
    [10, 1],
    [39, 1],
    [40, 2],
    [500, 3],
  ])('has at %d pixels row %d', (offset, index) => {
    expect(rows.at(offset)).toBe(index);
  });
});
