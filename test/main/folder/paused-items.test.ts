import { describe, expect, it } from 'vitest';
import {
  allPausedItems,
  isTooMany,
  ofLastMinute,
  pausedItems,
} from '../../../src-main/folder/paused-items.ts';
import { folderIndexOf, folderRow } from '../../support/folder-rows.ts';

describe('how many files are so many that a person is asked', () => {
  it.each([
    [499, 10_000, false],
    [500, 10_000, true],
    [49, 100, false],
    [50, 100, true],
  ])('%i of %i: %s', (lostFiles, atStake, isAsked) => {
    expect(isTooMany(lostFiles, { atStake, isSmall: false })).toBe(isAsked);
  });

  it('is not half of a folder of a few files', () => {
    expect(isTooMany(9, { atStake: 9, isSmall: true })).toBe(false);
    expect(isTooMany(500, { atStake: 500, isSmall: true })).toBe(true);
  });

  it('counts those of the last minute, which a clock that was set back ends as well', () => {
    const before = [{ atMs: 1000 }, { atMs: 40_000 }, { atMs: 200_000 }];
    expect(ofLastMinute(before, 61_000)).toEqual([{ atMs: 40_000 }]);
  });
});

describe('the question about paused changes', () => {
  function questionOf(rows = ['d/', 'd/a', 'd/sub/b', 'z']) {
    const index = folderIndexOf('d/', 'd/a', 'd/sub/', 'd/sub/b', 'z');
    return { kind: 'removals', index, folderKey: 1, rows: rows.map((path) => folderRow(path)) } as const;
  }

  it('tells a folder with all inside it as one item, and counts the files', () => {
    const { token, ...told } = pausedItems(questionOf());
    expect(told).toEqual({
      ...{ kind: 'removals', count: 3, bytes: 30, paths: ['d', 'z'] },
      items: [
        { path: 'd', is_dir: true, files: 2, bytes: 20 },
        { path: 'z', is_dir: false, files: 1, bytes: 10 },
      ],
    });
    expect(token).toMatch(/^[0-9a-f]{40}$/);
  });

  it('is the same whatever the order of its files, and another one with other contents', () => {
    const { token } = allPausedItems(questionOf());
    expect(allPausedItems(questionOf(['z', 'd/sub/b', 'd/a', 'd/'])).token).toBe(token);
    expect(allPausedItems({ ...questionOf(), kind: 'rewrites' }).token).not.toBe(token);
    const edited = questionOf();
    edited.index.rows.set('d/a', folderRow('d/a', { objectId: folderRow('other').objectId }));
    expect(allPausedItems(edited).token).not.toBe(token);
  });

  it('tells the first 100 of very many', () => {
    const rows = Array.from({ length: 150 }, (_, at) => folderRow(`f${at}`));
    const told = pausedItems({ ...questionOf(), rows });
    expect([told.count, told.items.length, told.paths.length]).toEqual([150, 100, 100]);
    expect(allPausedItems({ ...questionOf(), rows }).items).toHaveLength(150);
  });
});
