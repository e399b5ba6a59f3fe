import { describe, expect, it } from 'vitest';
import { historyWindow } from '../../../../src-main/core/history/retention.ts';

const DAY_SECONDS = 86_400;
const nowSeconds = 100 * DAY_SECONDS;

describe('historyWindow', () => {
  it('shows everything without a limit', () => {
    expect(historyWindow({ keepDays: -1, historyFromSeconds: 0, nowSeconds })).toEqual({ kind: 'all' });
  });

  it('shows only the head for no days', () => {
    expect(historyWindow({ keepDays: 0, historyFromSeconds: 5, nowSeconds })).toEqual({ kind: 'head-only' });
  });

  it('cuts at the days kept, or where the user cut, whichever is later', () => {
    const recent = 95 * DAY_SECONDS;
    expect(historyWindow({ keepDays: 10, historyFromSeconds: 0, nowSeconds })).toEqual({
      kind: 'since',
      cutoffSeconds: 90 * DAY_SECONDS,
    });
    expect(historyWindow({ keepDays: 10, historyFromSeconds: recent, nowSeconds })).toEqual({
      kind: 'since',
      cutoffSeconds: recent,
    });
    expect(historyWindow({ keepDays: -1, historyFromSeconds: recent, nowSeconds })).toEqual({
      kind: 'since',
      cutoffSeconds: recent,
    });
  });

  it('shows everything since 1970 for more days than there were', () => {
    expect(historyWindow({ keepDays: 1_000_000, historyFromSeconds: 0, nowSeconds })).toEqual({
      kind: 'since',
      cutoffSeconds: 0,
    });
  });
});
