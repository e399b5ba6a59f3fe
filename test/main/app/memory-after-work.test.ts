import { describe, expect, it } from 'vitest';
import { type GivingBack, MemoryAfterWork } from '../../../src-main/app/memory-after-work.ts';

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
