import { describe, expect, it } from 'vitest';
import { PendingList } from '../../../../src-main/folder/checkout/pending-list.ts';
import { said } from '../../../../src-shared/service-words.ts';

const failure = { reason: 'not-writable', said: said('mayNotWrite') } as const;
const at = (ms: number) => ({ ms, seconds: Math.floor(ms / 1000) });

describe('paths that wait', () => {
  it('are tried again after 2 s, 4 s, 8 s … and at last every minute', () => {
    const list = new PendingList([]);
    const waits: (number | null)[] = [];
    for (let tries = 0; tries < 8; tries++) {
      list.add('a', failure, at(0));
      waits.push(list.nextWaitMs(0));
    }
    expect(waits).toEqual([2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]);
  });

  it('keep the time since when, and are due at once when an earlier process left them', () => {
    const list = new PendingList([{ path: 'a', ...failure, sinceSeconds: 7 }]);
    expect(list.due(0)).toEqual(['a']);
    list.add('a', failure, at(50_000));
    expect(list.list()).toMatchObject([{ path: 'a', ...failure, sinceSeconds: 7 }]);
    expect(list.due(50_000)).toEqual([]);
  });

  it('are due as soon as the disk around them was looked at, when that can help', () => {
    const list = new PendingList([]);
    const unexpected = { reason: 'changed', said: said('somethingElse') } as const;
    const isHeldOff = (path: string) => path === 'd/busy';
    for (const path of ['d/a', 'd/e/b', 'd/busy', 'c']) list.add(path, unexpected, at(0));
    list.add('d/locked', failure, at(0));
    list.scanned({ isEverything: false, dirs: ['d'], trees: [] }, isHeldOff);
    expect(list.due(0)).toEqual(['d/a']);
    list.scanned({ isEverything: false, dirs: [], trees: ['d'] }, isHeldOff);
    expect(list.due(0)).toEqual(['d/a', 'd/e/b']);
  });

  it('are due when the clock was set back by more than they wait', () => {
    const list = new PendingList([]);
    list.add('a', failure, at(3_600_000));
    expect(list.due(3_600_500)).toEqual([]);
    expect(list.due(0)).toEqual(['a']);
  });
});
