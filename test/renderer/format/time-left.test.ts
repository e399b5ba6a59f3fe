import { describe, expect, it } from 'vitest';
import { TimeLeft, timeLeftText } from '../../../src-renderer/format/time-left.ts';

const progress = (done: number, total = 1_000, more: { readonly grows?: true } = {}) => ({
  ...{ phase: 'store' as const, files_done: 0, files_total: 9, current: '', ...more },
  ...{ bytes_done: done, bytes_total: total },
});

describe('the time that is left', () => {
  it('is told after five seconds and three samples, by the rate of late', () => {
    const left = new TimeLeft();
    expect([0, 2, 4].map((second) => left.note(progress(second * 10), second * 1_000))).toEqual([
      null,
      null,
      null,
    ]);
    expect(left.note(progress(60), 6_000)).toBeCloseTo(94_000);
  });

  it('goes with the rate when that changes, without jumping', () => {
    const left = new TimeLeft();
    for (const second of [0, 2, 4, 6]) left.note(progress(second * 10), second * 1_000);
    const slower = left.note(progress(62), 8_000) ?? 0;
    expect(slower).toBeGreaterThan(100_000);
    expect(slower).toBeLessThan(200_000);
  });

  it('is not told while totals grow, when they changed, and when nothing goes on', () => {
    const left = new TimeLeft();
    for (const second of [0, 2, 4, 6]) left.note(progress(second * 10), second * 1_000);
    expect(left.note(progress(80, 2_000), 8_000)).toBeNull();
    expect(left.note(progress(90, 2_000, { grows: true }), 9_000)).toBeNull();
    expect(left.note(null, 10_000)).toBeNull();
    const stuck = new TimeLeft();
    expect([0, 3, 6, 9].map((second) => stuck.note(progress(5), second * 1_000))).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  it('is rounded', () => {
    expect([null, 20_000, 200_000, 3 * 3_600_000].map(timeLeftText)).toEqual([
      '',
      'less than a minute left',
      'about 4 min left',
      'about 3 h left',
    ]);
  });
});
