import { beforeEach, describe, expect, it } from 'vitest';
import type { WatchEvents } from '../../../../src-main/folder/ports.ts';
import { EventDebouncer } from '../../../../src-main/folder/watch/event-debouncer.ts';
import {
  holdUntilWatchStart,
  isWatchStartPast,
  Watching,
} from '../../../../src-main/folder/watch/watching.ts';
import { fakeTimers } from '../../../support/fake-timers.ts';

/** What each watch is told by, the newest last. */
let opened: WatchEvents[];
let closed: number;
let changes: number;
let debouncer: EventDebouncer;
let watching: Watching;

beforeEach(() => {
  opened = [];
  closed = 0;
  changes = 0;
  const timers = fakeTimers();
  debouncer = new EventDebouncer({
    ...{ timers, nowMs: timers.nowMs, quietMs: 100, longestMs: 1500 },
    onDue: () => undefined,
  });
  watching = new Watching({
    watcher: {
      watch(_root, _ignoreText, events) {
        opened.push(events);
        return { close: async () => void closed++ };
      },
    },
    ...{ root: '/folder', debouncer, onChange: () => void changes++ },
  });
});

const events = () => opened.at(-1) ?? expect.unreachable('nothing is watched');
/** What the scans that are wanted by now would look at. */
const wanted = () => {
  const { isEverything, dirs } = debouncer.take();
  return isEverything ? 'everything' : dirs;
};

describe('the watch of a linked folder', () => {
  it('is opened once, and tells where to look', () => {
    watching.open('');
    watching.open('');
    expect([opened.length, watching.isWatching]).toEqual([1, false]);
    events().ready();
    expect([watching.isWatching, wanted()]).toEqual([true, 'everything']);
    events().dirty(['a'], []);
    expect([wanted(), changes]).toEqual([['a'], 2]);
  });

  it('is not listened to once it was closed', async () => {
    watching.open('');
    const before = events();
    await watching.close();
    watching.open('');
    before.ready();
    before.dirty(['a'], []);
    expect([watching.isWatching, wanted(), changes, closed]).toEqual([false, [], 0, 1]);
  });

  it('is blind where the system refuses, and nothing waits for it', async () => {
    watching.open('');
    const ready = watching.whenReady(new Promise(() => undefined));
    events().degraded('ENOSPC');
    await ready;
    expect([watching.isBlind, watching.isWatching]).toEqual([true, false]);
  });
});

describe('a full rescan beside a watch that is being opened', () => {
  it('is the only one when it waited for the watch', async () => {
    watching.open('');
    const ready = watching.whenReady(new Promise(() => undefined));
    events().ready();
    await ready;
    expect(wanted()).toEqual([]);
  });

  it('is followed by another one when the watch took longer', async () => {
    watching.open('');
    await watching.whenReady(Promise.resolve());
    events().ready();
    expect(wanted()).toBe('everything');
  });

  it('that began early looks again at what changed until the watch began, and at no more', () => {
    watching.open('');
    const early = watching.beginEarlyScan(1000) ?? expect.unreachable('it is being opened');
    expect(isWatchStartPast(early.watchStart)).toBe(false);
    expect(holdUntilWatchStart(early.watchStart, 0)).toBe(false);
    events().ready();
    expect(holdUntilWatchStart(early.watchStart, 0)).toBe(true);
    expect(wanted()).toEqual([]);
    early.onSeenAgain(['a']);
    watching.endScan();
    expect(wanted()).toEqual(['a']);
  });

  it('that began early and broke off is made again', () => {
    watching.open('');
    watching.beginEarlyScan(1000);
    events().ready();
    watching.endScan();
    expect(wanted()).toBe('everything');
  });

  it('cannot begin early where the watch is open already', () => {
    watching.open('');
    events().ready();
    expect(watching.beginEarlyScan(1000)).toBeUndefined();
  });
});
