import { expect, it } from 'vitest';
import { niceTop } from '../../../../src-renderer/features/storage/growth.ts';

it.each([
  [0, 1],
  [7, 8],
  [78_200_000, 80_000_000],
  [1_000_001, 2_000_000],
  [9_500, 10_000],
])('a scale of %i ends at %i', (most, top) => {
  expect(niceTop(most)).toBe(top);
});
