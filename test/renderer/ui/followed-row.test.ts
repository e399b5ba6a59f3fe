import { expect, it } from 'vitest';
import { rowAfterChange } from '../../../src-renderer/ui/followed-row.ts';

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
