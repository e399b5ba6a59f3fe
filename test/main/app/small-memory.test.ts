import { describe, expect, it } from 'vitest';
import { type GivingBack, heapGrowthPercent, MemoryAfterWork } from '../../../src-main/app/small-memory.ts';

const MIB = 1024 * 1024;

it.each([
  { what: 'a quarter when few buffers are about', heapBytes: 20 * MIB, bufferBytes: 15 * MIB, percent: 25 },
  { what: 'room for 64 MiB when there are many', heapBytes: 32 * MIB, bufferBytes: 16 * MIB, percent: 200 },
  { what: 'a quarter of a large heap', heapBytes: 400 * MIB, bufferBytes: 100 * MIB, percent: 25 },
  { what: 'four times a tiny heap at most', heapBytes: 4 * MIB, bufferBytes: 50 * MIB, percent: 400 },
])('lets the heap grow by $what', ({ heapBytes, bufferBytes, percent }) => {
  expect(heapGrowthPercent({ heapBytes, bufferBytes })).toBe(percent);
});

/** What each look said, of looks every 5 s in which the threads worked so long. */
function answersTo(workedMs: readonly number[]): (GivingBack | null)[] {
  const afterWork = new MemoryAfterWork();
  return workedMs.map((ms) => afterWork.note({ workedMs: ms, passedMs: 5000 }));
}

describe('MemoryAfterWork', () => {
  it('begins when work has ended, and not while it goes on', () => {
    expect(answersTo([5000, 9000, 600, 500, 0])).toEqual([null, null, null, 'begin', null]);
  });

  it('ends when all threads had their time, and does not begin again while nothing happens', () => {
    expect(answersTo([9000, 0, 0, 0, 0, 0, 0, 0])).toEqual([
      ...[null, 'begin', null, null, null, 'done', null, null],
    ]);
  });

  it('ends at once when there is work, and begins again after it', () => {
    expect(answersTo([0, 0, 4000, 4000, 0])).toEqual(['begin', null, 'interrupt', null, 'begin']);
  });
});
