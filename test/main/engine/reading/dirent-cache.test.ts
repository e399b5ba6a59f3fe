import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Dirent } from '../../../../src-main/core/objects/dir-object.ts';
import { DirentCache } from '../../../../src-main/engine/reading/dirent-cache.ts';
import { fileDirent } from '../../../support/trees.ts';

/** Makes rows, and says what was made. */
function maker(rowCount: number) {
  const made: string[] = [];
  const rows: readonly Dirent[] = Array.from({ length: rowCount }, (_, at) => ({
    ...fileDirent(''),
    name: `${at}`,
  }));
  const make = (key: string) => async () => {
    made.push(key);
    return rows;
  };
  return { made, make };
}

describe('rows of a folder', () => {
  it('are made once when they are many, and each time when they are few', async () => {
    const kept = new DirentCache();
    const [many, few] = [maker(1_001), maker(1_000)];
    const first = await kept.of('many', many.make('many'));
    expect(await kept.of('many', many.make('many'))).toBe(first);
    await kept.of('few', few.make('few'));
    await kept.of('few', few.make('few'));
    expect(many.made).toEqual(['many']);
    expect(few.made).toEqual(['few', 'few']);
  });

  it('are kept of two folders, those that were used last', async () => {
    const kept = new DirentCache();
    const { made, make } = maker(1_001);
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await kept.of(key, make(key));
    expect(made).toEqual(['a', 'b', 'c', 'b']);
  });

  it('are made once for all who want them at the same time, however few they are', async () => {
    const kept = new DirentCache();
    const { made, make } = maker(1_000);
    const [first, second] = await Promise.all([kept.of('a', make('a')), kept.of('a', make('a'))]);
    expect(first).toBe(second);
    expect(made).toEqual(['a']);
  });

  it('are made again after a failure', async () => {
    const kept = new DirentCache();
    const { made, make } = maker(1_001);
    const failing = () => Promise.reject(new Error('not readable'));
    await expect(kept.of('a', failing)).rejects.toThrow('not readable');
    await kept.of('a', make('a'));
    expect(made).toEqual(['a']);
  });

  it('are forgotten when nobody has wanted any for ten seconds', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const kept = new DirentCache();
    const { made, make } = maker(1_001);
    await kept.of('a', make('a'));
    vi.advanceTimersByTime(9_000);
    await kept.of('a', make('a'));
    vi.advanceTimersByTime(9_000);
    await kept.of('a', make('a'));
    expect(made).toEqual(['a']);
    vi.advanceTimersByTime(10_000);
    await kept.of('a', make('a'));
    expect(made).toEqual(['a', 'a']);
  });
});
