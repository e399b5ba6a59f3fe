import { expect, it } from 'vitest';
import { heapGrowthPercent } from '../../../src-main/app/heap-growth.ts';

const MIB = 1024 * 1024;

it.each([
  { what: 'a quarter when few buffers are about', heapBytes: 20 * MIB, bufferBytes: 15 * MIB, percent: 25 },
  { what: 'room for 64 MiB when there are many', heapBytes: 32 * MIB, bufferBytes: 16 * MIB, percent: 200 },
  { what: 'a quarter of a large heap', heapBytes: 400 * MIB, bufferBytes: 100 * MIB, percent: 25 },
  { what: 'four times a tiny heap at most', heapBytes: 4 * MIB, bufferBytes: 50 * MIB, percent: 400 },
])('lets the heap grow by $what', ({ heapBytes, bufferBytes, percent }) => {
  expect(heapGrowthPercent({ heapBytes, bufferBytes })).toBe(percent);
});
