import { describe, expect, it } from 'vitest';
import { historyWindow, isVisible } from '../../../../src-main/core/history/retention.ts';
import type { CommitId } from '../../../../src-main/core/objects/object-id.ts';

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

describe('isVisible', () => {
  const id = (digit: string) => digit.repeat(40) as CommitId;
  const commits = [
    { id: id('4'), ctimeSeconds: 400 },
    { id: id('3'), ctimeSeconds: 300 },
    { id: id('2'), ctimeSeconds: 200 },
    { id: id('1'), ctimeSeconds: 100 },
  ];
  const shown = (window: Parameters<typeof isVisible>[1], boundaryId: CommitId | null) =>
    commits
      .filter((commit) => isVisible(commit, window, { headId: id('4'), boundaryId }))
      .map((commit) => commit.id);

  it('shows all, or only the head', () => {
    expect(shown({ kind: 'all' }, null)).toHaveLength(4);
    expect(shown({ kind: 'head-only' }, null)).toEqual([id('4')]);
  });

  it('shows what is after the cutoff and the newest commit at or before it', () => {
    expect(shown({ kind: 'since', cutoffSeconds: 250 }, id('2'))).toEqual([id('4'), id('3'), id('2')]);
    expect(shown({ kind: 'since', cutoffSeconds: 300 }, id('3'))).toEqual([id('4'), id('3')]);
  });

  it('always shows the head', () => {
    expect(shown({ kind: 'since', cutoffSeconds: 900 }, id('4'))).toEqual([id('4')]);
  });
});
