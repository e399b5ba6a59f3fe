import { expect, it } from 'vitest';
import { appendAll } from '../../../src-main/core/append-all.ts';

it('rows come behind those that are there, however many they are', () => {
  const rows = [1];
  appendAll(rows, new Set([2, 3]));
  expect(rows).toEqual([1, 2, 3]);
  appendAll(rows, Array<number>(200_000).fill(4));
  expect(rows).toHaveLength(200_003);
});
