import { describe, expect, it } from 'vitest';
import { activityBars } from '../../../../src-renderer/features/history/timeline.ts';

const NOW = new Date(2026, 10, 22, 14, 3);
const TODAY = Date.UTC(2026, 10, 22) / 86_400_000;

describe('the bars of an activity', () => {
  it('are days of the last month for a young history', () => {
    const bars = activityBars(
      {
        days: [
          { day: TODAY - 1, commits: 3 },
          { day: TODAY, commits: 5 },
        ],
      },
      NOW,
    );
    expect(bars).toHaveLength(30);
    expect(bars.slice(-2)).toEqual([
      { start: new Date(2026, 10, 21), end: new Date(2026, 10, 22), commits: 3 },
      { start: new Date(2026, 10, 22), end: new Date(2026, 10, 23), commits: 5 },
    ]);
  });

  it('are weeks that end with today for a longer one, and miss nothing', () => {
    const days = Array.from({ length: 200 }, (_, index) => ({ day: TODAY - 199 + index, commits: 1 }));
    const bars = activityBars({ days }, NOW);
    expect(bars).toHaveLength(29);
    expect(bars.at(-1)).toEqual({ start: new Date(2026, 10, 16), end: new Date(2026, 10, 23), commits: 7 });
    expect(bars.reduce((sum, { commits }) => sum + commits, 0)).toBe(200);
  });

  it('count what a clock ahead has dated later as of today', () => {
    const bars = activityBars({ days: [{ day: TODAY + 40, commits: 2 }] }, NOW);
    expect(bars.at(-1)?.commits).toBe(2);
  });

  it('are ninety at most, whatever the oldest clock said', () => {
    const days = [
      { day: -104_249_991_375, commits: 1 },
      { day: TODAY, commits: 2 },
      { day: 104_249_991_375, commits: 4 },
    ];
    const bars = activityBars({ days }, NOW);
    expect(bars).toHaveLength(90);
    expect([bars[0]?.commits, bars.at(-1)?.commits]).toEqual([1, 6]);
  });
});
