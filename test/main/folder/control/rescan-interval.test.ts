import { describe, expect, it } from 'vitest';
import { RescanInterval } from '../../../../src-main/folder/control/rescan-interval.ts';

function nextMs(costsMs: readonly number[], isBlind = false): number {
  const interval = new RescanInterval();
  for (const costMs of costsMs) interval.note(costMs);
  return interval.nextMs({ isBlind });
}

describe('the time between two looks at a whole folder', () => {
  it.each([
    [[], 50_000],
    [[0], 50_000],
    [[250], 50_000],
    [[251], 50_200],
    [[1_000], 200_000],
    [[3_000], 600_000],
    [[60_000], 600_000],
  ])('after looks that took %j ms is %i ms, a two-hundredth of a core at most', (costsMs, expected) => {
    expect(nextMs(costsMs)).toBe(expected);
  });

  it.each([
    [[100], 50_000],
    [[833], 50_000],
    [[2_000], 120_000],
    [[60_000], 300_000],
  ])('is shorter without a watcher: after %j ms it is %i ms', (costsMs, expected) => {
    expect(nextMs(costsMs, true)).toBe(expected);
  });

  it('goes by the cheapest of the last three, and takes a clock that went back for nothing', () => {
    expect(nextMs([9_000, 400, 2_000])).toBe(80_000);
    expect(nextMs([400, 2_000, 2_000, 2_000])).toBe(400_000);
    expect(nextMs([-5])).toBe(50_000);
  });
});
