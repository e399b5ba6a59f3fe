import { describe, expect, it } from 'vitest';
import { dayHeading, momentToCome, relativeTime } from '../../../src-renderer/format/time.ts';

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

  it('gives the date once it is older than a week', () => {
    expect(relativeTime(atLocal(2026, 11, 3, 9), now)).toMatch(/Nov.*2026/);
  });

  it('gives the date of a time in the future instead of a wrong age', () => {
    expect(relativeTime(atLocal(2030, 1, 1, 9), now)).toMatch(/2030/);
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
