import { describe, expect, it } from 'vitest';
import { Selection } from '../../../src-renderer/ui/selection.svelte.ts';

const ROWS = ['a', 'b', 'c', 'd', 'e'].map((key) => ({ key }));
const chosen = (selection: Selection) =>
  ROWS.filter(({ key }) => selection.has(key))
    .map(({ key }) => key)
    .join('');

describe('a selection', () => {
  it('is one row, a range from the last one picked, or any rows', () => {
    const selection = new Selection();
    selection.pick(ROWS, 1, 'only');
    selection.pick(ROWS, 3, 'range');
    expect(chosen(selection)).toBe('bcd');
    selection.pick(ROWS, 0, 'range');
    expect(chosen(selection)).toBe('ab');
    selection.pick(ROWS, 4, 'toggle');
    selection.pick(ROWS, 0, 'toggle');
    expect([chosen(selection), selection.size]).toEqual(['be', 2]);
    selection.pick(ROWS, 2, 'range');
    expect(chosen(selection)).toBe('abc');
  });

  it('is all, or nothing; a range without a beginning is one row', () => {
    const selection = new Selection();
    selection.all(ROWS);
    expect(chosen(selection)).toBe('abcde');
    selection.clear();
    expect(selection.size).toBe(0);
    selection.pick(ROWS, 2, 'range');
    selection.pick(ROWS, 9, 'only');
    expect(chosen(selection)).toBe('c');
  });
});
