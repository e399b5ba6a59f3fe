import { describe, expect, it } from 'vitest';
import { EventDebouncer } from '../../../../src-main/folder/watch/event-debouncer.ts';
import { fakeTimers } from '../../../support/fake-timers.ts';

function setUp() {
  const timers = fakeTimers();
  let dueCount = 0;
  const debouncer = new EventDebouncer({
    timers,
    nowMs: timers.nowMs,
    quietMs: 100,
    longestMs: 1500,
    onDue: () => {
      dueCount++;
    },
  });
  return { debouncer, timers, due: () => dueCount };
}

describe('the wait for quiet', () => {
  it('ends 100 ms after the last notify', () => {
    const { debouncer, timers, due } = setUp();
    debouncer.notify(['a'], []);
    timers.advance(60);
    debouncer.notify(['b'], []);
    timers.advance(60);
    expect(due()).toBe(0);
    timers.advance(40);
    expect(due()).toBe(1);
    expect(debouncer.take()).toEqual({ isEverything: false, dirs: ['a', 'b'], trees: [] });
    expect(debouncer.isEmpty).toBe(true);
  });

  it('ends 1.5 s after the first notify however many more come', () => {
    const { debouncer, timers, due } = setUp();
    for (let ms = 0; ms < 1500; ms += 50) {
      debouncer.notify(['busy'], []);
      timers.advance(50);
    }
    expect(due()).toBe(1);
  });
});

describe('places', () => {
  it('leave out what lies inside a tree that is looked at anyway', () => {
    const { debouncer } = setUp();
    debouncer.notify(['a', 'a/b', 'ab', ''], ['a/c', 'a']);
    expect(debouncer.take()).toEqual({ isEverything: false, dirs: ['', 'ab'], trees: ['a'] });
  });

  it('become everything beyond 10,000', () => {
    const { debouncer } = setUp();
    debouncer.notify(
      Array.from({ length: 10_001 }, (_, at) => `d${at}`),
      [],
    );
    expect(debouncer.take()).toEqual({ isEverything: true, dirs: [], trees: [] });
  });

  it('that are put back are due only when something asks', () => {
    const { debouncer, due } = setUp();
    debouncer.restore({ isEverything: false, dirs: ['a'], trees: [] });
    expect(due()).toBe(0);
    debouncer.hurry();
    expect(due()).toBe(1);
    expect(debouncer.take().dirs).toEqual(['a']);
  });
});
