import { describe, expect, it } from 'vitest';
import {
  absoluteTime,
  dateAndTime,
  dateToCome,
  dayHeading,
  dayKey,
  machineTime,
  momentPast,
  momentToCome,
  relativeTime,
  timeOfDay,
} from '../../../src-renderer/format/time.ts';

const atLocal = (...date: [number, number, number, number]) =>
  Math.floor(new Date(date[0], date[1] - 1, date[2], date[3]).getTime() / 1000);

describe('momentToCome', () => {
  const now = atLocal(2026, 11, 21, 12);

  it('is as near as it needs to be', () => {
    expect(momentToCome(atLocal(2026, 11, 21, 14), now)).toMatch(/^(14:00|2:00.PM)$/);
    expect(momentToCome(atLocal(2026, 11, 22, 8), now)).toMatch(/^tomorrow, 0?8:00/);
    expect(momentToCome(atLocal(2026, 11, 30, 8), now)).toMatch(/Nov/);
  });
});

describe('relativeTime', () => {
  const now = atLocal(2026, 11, 21, 12);

  it.each([
    [0, 'just now'],
    [44, 'just now'],
    [60, '1 minute ago'],
    [59 * 60, '59 minutes ago'],
    [2 * 3600, '2 hours ago'],
    [26 * 3600, 'yesterday'],
    [3 * 86_400, '3 days ago'],
  ])('calls %d seconds ago "%s"', (age, words) => {
    expect(relativeTime(now - age, now)).toBe(words);
  });

  it('counts days by the calendar, not by hours', () => {
    const morning = atLocal(2026, 11, 21, 6);
    expect(relativeTime(atLocal(2026, 11, 19, 19), morning)).toBe('2 days ago');
    expect(relativeTime(atLocal(2026, 11, 20, 5), morning)).toBe('yesterday');
    expect(relativeTime(atLocal(2026, 11, 15, 5), morning)).toBe('6 days ago');
  });

  it('gives the date once it is older than a week', () => {
    expect(relativeTime(atLocal(2026, 11, 3, 9), now)).toMatch(/Nov.*2026/);
  });

  it('gives the date of a time within the next day, where clocks and zones may differ', () => {
    expect(relativeTime(atLocal(2026, 11, 22, 9), now)).toMatch(/Nov 22, 2026/);
  });

  it('says of a time further ahead that a clock was wrong, because nothing has happened then', () => {
    expect(relativeTime(atLocal(2026, 11, 22, 13), now)).toBe('with a wrong clock');
    expect(relativeTime(253_402_300_799, now)).toBe('with a wrong clock');
  });
});

describe('the first year there is', () => {
  const first = Date.UTC(2000, 0, 10, 12) / 1000 - 1999 * 365.2425 * 86_400;

  it('is told as what it is, and what is before it as no time', () => {
    const now = atLocal(2026, 11, 21, 12);
    for (const words of [relativeTime(first, now), dateAndTime(first), dayHeading(first, now)])
      expect(words).toMatch(/Jan.* 1\b/);
    expect(machineTime(first)).toMatch(/^0001-01-/);
    expect(relativeTime(-62_135_596_801, now)).toBe('unknown time');
    expect(machineTime(-62_135_596_801)).toBe(undefined);
  });
});

describe('dayHeading', () => {
  const now = atLocal(2026, 11, 21, 1);

  it('names today and yesterday by the calendar, not by hours', () => {
    expect(dayHeading(atLocal(2026, 11, 21, 0), now)).toBe('Today');
    expect(dayHeading(atLocal(2026, 11, 20, 23), now)).toBe('Yesterday');
  });

  it('leaves the year out in this year only', () => {
    expect(dayHeading(atLocal(2026, 3, 2, 9), now)).not.toMatch(/2026/);
    expect(dayHeading(atLocal(2024, 3, 2, 9), now)).toMatch(/2024/);
  });
});

describe('what happened, in a time to come', () => {
  const future = Math.floor(Date.now() / 1000) + 3 * 86_400;

  it('carries a mark', () => {
    for (const words of [absoluteTime, dateAndTime]) expect(words(future)).toMatch(/ \(wrong clock\)$/);
    expect(momentPast(future, future - 3 * 86_400)).toMatch(/ \(wrong clock\)$/);
    expect(dayHeading(atLocal(2031, 3, 2, 9), atLocal(2026, 11, 21, 1))).toBe('March 2, 2031 (wrong clock)');
  });

  it('carries none until a day ahead, nor where it is the end of something', () => {
    expect(dateAndTime(future - 3 * 86_400)).not.toContain('clock');
    expect(absoluteTime(future - 3 * 86_400 + 3_600)).not.toContain('clock');
    expect(dayHeading(atLocal(2026, 11, 21, 23), atLocal(2026, 11, 21, 1))).toBe('Today');
    expect(dateToCome(future)).not.toContain('clock');
    expect(momentToCome(future, future - 3 * 86_400)).not.toContain('clock');
  });
});

describe('what is no time', () => {
  const now = atLocal(2026, 11, 21, 12);
  const impossible = [9_007_199_254_740_991, -9_007_199_254_740_991, 253_402_300_800, Number.NaN, Infinity];

  it.each(impossible)('is not known, instead of an error: %d', (time) => {
    for (const words of [absoluteTime, dateAndTime, timeOfDay]) expect(words(time)).toBe('unknown time');
    for (const words of [relativeTime, momentPast, momentToCome])
      expect(words(time, now)).toBe('unknown time');
    expect(machineTime(time)).toBeUndefined();
    expect(dayHeading(time, now)).toBe('Unknown day');
    expect(dayKey(time)).toBe('unknown');
  });

  it('is far from the first and the last that are', () => {
    expect(machineTime(-1)).toBe('1969-12-31T23:59:59.000Z');
    expect(machineTime(253_402_300_799)).toBe('9999-12-31T23:59:59.000Z');
    expect(absoluteTime(253_402_300_799)).toMatch(/9999|10000/);
  });
});
