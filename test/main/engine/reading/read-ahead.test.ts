import { describe, expect, it } from 'vitest';
import { readAhead } from '../../../../src-main/engine/reading/read-ahead.ts';
import { collect } from '../../../support/collect.ts';

describe('reading ahead', () => {
  it('gives everything in order, and begins two before they are asked for', async () => {
    const begun: number[] = [];
    const pieces = readAhead([1, 2, 3, 4, 5], async (item) => {
      begun.push(item);
      return item * 10;
    });
    expect(await pieces.next()).toEqual({ done: false, value: 10 });
    expect(begun).toEqual([1, 2, 3]);
    expect(await collect(pieces)).toEqual([20, 30, 40, 50]);
  });

  it('fails where the item would have come, after all before it', async () => {
    const pieces = readAhead([1, 2, 3], async (item) => {
      if (item === 2) throw new Error('damaged');
      return item;
    });
    expect(await pieces.next()).toEqual({ done: false, value: 1 });
    await expect(pieces.next()).rejects.toThrow('damaged');
    expect(await pieces.next()).toEqual({ done: true, value: undefined });
  });

  it('gives nothing of nothing', async () => {
    expect(await collect(readAhead([], async () => 1))).toEqual([]);
  });

  it('reads nothing ahead while many read, and again when they have ended', async () => {
    const open = Array.from({ length: 8 }, () => readAhead([1, 2], async (item) => item));
    for (const each of open) await each.next();
    const begun: number[] = [];
    const read = async (item: number) => begun.push(item);
    const late = readAhead([1, 2, 3], read);
    await late.next();
    expect(begun).toEqual([1]);
    for (const each of open) await each.return();
    await late.next();
    expect(begun).toEqual([1, 2, 3]);
    await late.return();
  });
});
