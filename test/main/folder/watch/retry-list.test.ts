import { beforeEach, describe, expect, it } from 'vitest';
import { RetryList } from '../../../../src-main/folder/watch/retry-list.ts';
import { type FakeClock, fakeClock } from '../../../support/fake-clock.ts';

const SMALL = { sizeBytes: 10 };

describe('files that could not be read in one piece', () => {
  let clock: FakeClock;
  let retries: RetryList;

  beforeEach(() => {
    clock = fakeClock();
    retries = new RetryList(clock);
  });

  /** Each wait of a file that changes again whenever it is looked at, in milliseconds. */
  function waitsOf(file: { sizeBytes: number; isRacy?: boolean }, count: number): (number | null)[] {
    return Array.from({ length: count }, () => {
      retries.add('d/a', file);
      return retries.nextWaitMs();
    });
  }

  it('are read again after 1 s, 2 s, 4 s, at most 8 s', () => {
    expect(waitsOf(SMALL, 5)).toEqual([1000, 2000, 4000, 8000, 8000]);
  });

  it('are read again after up to a minute from 64 MiB on', () => {
    expect(waitsOf({ sizeBytes: 64 * 1024 * 1024 }, 8).slice(-3)).toEqual([32_000, 60_000, 60_000]);
  });

  it('are read again after 50 ms where only a tick may hide a change', () => {
    expect(waitsOf({ sizeBytes: 10, isRacy: true }, 2)).toEqual([50, 100]);
  });

  it('are held off until their time, then asked for once by the folder that they are in', () => {
    retries.add('d/a', SMALL);
    retries.add('d/b', SMALL);
    expect([retries.isHeldOff('d/a'), retries.isHeldOff('d/c'), retries.takeDue()]).toEqual([
      true,
      false,
      [],
    ]);
    clock.advance(1);
    expect([retries.isHeldOff('d/a'), retries.takeDue(), retries.takeDue()]).toEqual([false, ['d'], []]);
    expect(retries.nextWaitMs()).toBeNull();
  });

  it('are forgotten by a scan that looked at them and had no fault to find', () => {
    retries.add('a', SMALL);
    retries.add('b', SMALL);
    clock.advance(1);
    retries.takeDue();
    retries.add('b', SMALL);
    retries.endScan();
    expect([retries.count, retries.tryAtMs('a'), retries.tryAtMs('b')]).toEqual([1, 0, clock.nowMs() + 2000]);
  });

  it('are due when the clock was set back by more than they wait', () => {
    retries.add('a', SMALL);
    clock.jump(-3600);
    expect([retries.nextWaitMs(), retries.takeDue()]).toEqual([0, ['']]);
  });

  it('are no more than 10,000', () => {
    for (let at = 0; at <= 10_000; at++) retries.add(`${at}`, SMALL);
    expect(retries.count).toBe(10_000);
    retries.clear();
    expect(retries.count).toBe(0);
  });
});
