import { describe, expect, it } from 'vitest';
import { ActivityEntries, type NewActivityEntry } from '../../../../src-main/folder/link/activity-entries.ts';
import type { FolderActivityEntryJson } from '../../../../src-shared/folder-choices-api.ts';
import { said } from '../../../../src-shared/service-words.ts';
import { folderActivityIn } from '../../../support/folder-activity.ts';

describe('the list of what a folder did', () => {
  const action = (path: string): NewActivityEntry => ({ path, what: 'taken-in', bytes: 1, said: null });

  function openEntries(folderActivity = folderActivityIn()) {
    const told: (readonly FolderActivityEntryJson[])[] = [];
    const due: (() => void)[] = [];
    const entries = new ActivityEntries({
      nowMs: () => 7,
      timers: {
        after(_delayMs, work) {
          due.push(work);
          return () => undefined;
        },
      },
      onEntries: (latest) => told.push(latest),
      ...{ folderActivity, folderKey: 1 },
    });
    return { entries, told, pass: () => due.shift()?.() };
  }

  it('holds the last 1,000, newest first', () => {
    const { entries } = openEntries();
    entries.add(Array.from({ length: 1500 }, (_, at) => action(`f${at}`)));
    entries.add([action('last')]);
    expect(entries.list(2)).toEqual([
      { at_ms: 7, ...action('last'), detail: '' },
      { at_ms: 7, ...action('f1499'), detail: '' },
    ]);
    expect(entries.list(5000)).toHaveLength(1000);
    expect(entries.list(5000).at(-1)?.path).toBe('f501');
  });

  it('is told at once, then only when some time has passed, at most 50 entries at a time', () => {
    const { entries, told, pass } = openEntries();
    entries.add([action('first')]);
    for (let at = 0; at < 60; at++) entries.add([action(`f${at}`)]);
    expect(told).toHaveLength(1);
    pass();
    expect(told).toHaveLength(2);
    expect(told[1]).toHaveLength(50);
    expect(told[1]?.at(-1)?.path).toBe('f59');
  });

  it('tells a failure that lasts no second time after a restart, but the next one', () => {
    const folderActivity = folderActivityIn();
    const before = openEntries(folderActivity).entries;
    before.addFailure('a', said('mayNotWrite'));
    before.addFailure('b', said('mayNotWrite'));
    before.add([action('b')]);
    const { entries } = openEntries(folderActivity);
    entries.addFailure('a', said('mayNotWrite'));
    expect(entries.list(10).map(({ what, path }) => `${what} ${path}`)).toEqual([
      'taken-in b',
      'failed b',
      'failed a',
    ]);
    entries.addFailure('b', said('mayNotWrite'));
    expect(entries.list(1)).toMatchObject([{ what: 'failed', path: 'b' }]);
  });

  it('tells the same failure once until the file succeeds', () => {
    const { entries } = openEntries();
    entries.addFailure('a', said('mayNotWrite'));
    entries.addFailure('a', said('mayNotWrite'));
    entries.addFailure('a', said('folderNoRoom'));
    entries.add([action('a')]);
    entries.addFailure('a', said('folderNoRoom'));
    expect(entries.list(10).map(({ what, detail }) => `${what} ${detail}`)).toEqual([
      'failed the disk with this folder has no room for it',
      'taken-in ',
      'failed the disk with this folder has no room for it',
      'failed your account may not write here',
    ]);
  });
});
