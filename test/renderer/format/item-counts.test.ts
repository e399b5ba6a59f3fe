import { describe, expect, it } from 'vitest';
import { itemCounts } from '../../../src-renderer/format/item-counts.ts';
import { timeLeft } from '../../../src-renderer/format/time.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

describe('the status of a folder', () => {
  it('tells what is there and what is selected', () => {
    const all = { total: 1204, selected: 3, selectedBytes: 8_200_000, deleted: 0 };
    expect(plain(itemCounts(all))).toBe('1,204 items, 3 selected, 8.2 MB');
    expect(plain(itemCounts({ ...all, total: 1, selected: 1, deleted: 2 }))).toBe('1 item, 2 deleted');
  });
});

describe('how long something is kept', () => {
  it('is told as near as one wants to know it', () => {
    expect(plain(timeLeft(10 * 86_400, 0))).toBe('in 10 days');
    expect(plain(timeLeft(86_400 - 1, 0))).toBe('in 23 hours');
    expect(timeLeft(10, 0)).toBe('soon');
  });
});
