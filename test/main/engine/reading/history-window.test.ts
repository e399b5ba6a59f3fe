import { describe, expect, it } from 'vitest';
import type { Library } from '../../../../src-main/core/library/library.ts';
import {
  oldestShownNow,
  oldestShownSeq,
  retainedSince,
} from '../../../../src-main/engine/reading/history-window.ts';

const DAY = 86_400;

describe('the oldest commit that is shown', () => {
  const library = { headSeq: 9, retainedFromSeq: 3 };
  const since = { kind: 'since', cutoffSeconds: 5 } as const;

  it('is the oldest whose content is kept, where all is', () => {
    expect(oldestShownSeq(library, { kind: 'all' }, () => 1)).toBe(3);
  });

  it('is the head, where no history is', () => {
    expect(oldestShownSeq(library, { kind: 'head-only' }, () => 1)).toBe(9);
  });

  it('is the newest at or before the cutoff, between the oldest that is kept and the head', () => {
    expect([1, 3, 6, 12].map((seq) => oldestShownSeq(library, since, () => seq))).toEqual([3, 3, 6, 9]);
  });

  it('goes by the clock of retention', () => {
    const asked: number[] = [];
    const history = {
      newestSeqAt: (_id: string, atSeconds: number) => {
        asked.push(atSeconds);
        return 6;
      },
    };
    const kept = { ...library, keepDays: 2, historyFromSeconds: 0 } as Library;
    const shown = oldestShownNow({ history, retention: { nowSeconds: () => 10 * DAY } }, kept);
    expect([shown, asked]).toEqual([6, [8 * DAY]]);
  });
});

it('deletions are shown from the second after the cutoff on, all of them, or none', () => {
  const of = (keepDays: number, historyFromSeconds = 0) =>
    retainedSince({ keepDays, historyFromSeconds } as Library, 10 * DAY);
  expect([of(-1), of(0), of(2), of(-1, 7), of(2, 9 * DAY)]).toEqual([0, null, 8 * DAY + 1, 8, 9 * DAY + 1]);
});
