import { describe, expect, it } from 'vitest';
import {
  bytesDue,
  coverageOf,
  LAST_POSITION,
  nextRead,
  unreadRanges,
  withRead,
} from '../../../../src-main/core/objects/read-ranges.ts';

const DAY = 86_400;
const NOW = 1_000 * DAY;

describe('what was read when', () => {
  it('begins with everything unread, or new', () => {
    expect(unreadRanges(0)).toEqual([{ upTo: '~', sinceSeconds: 0, bytes: 0 }]);
    expect(nextRead(unreadRanges(0), NOW)).toEqual({ after: '', upTo: LAST_POSITION });
    expect(nextRead([], NOW)).toEqual({ after: '', upTo: LAST_POSITION });
    expect(coverageOf([], NOW)).toEqual({ bytes: 0, overdueBytes: 0, oldestSeconds: 0, newestSeconds: 0 });
  });

  it('divides a range where reading ended, and takes the bytes from what is left', () => {
    const whole = [{ upTo: '~', sinceSeconds: 0, bytes: 100 }];
    const read = withRead(whole, { after: '', upTo: 'f' }, { sinceSeconds: NOW, bytes: 40 });
    expect(read).toEqual([
      { upTo: 'f', sinceSeconds: NOW, bytes: 40 },
      { upTo: '~', sinceSeconds: 0, bytes: 60 },
    ]);
    expect(nextRead(read, NOW)).toEqual({ after: 'f', upTo: '~' });
  });

  it('joins what is read in a day, by the time of its beginning', () => {
    const begun = [
      { upTo: 'f', sinceSeconds: NOW, bytes: 40 },
      { upTo: '~', sinceSeconds: 0, bytes: 60 },
    ];
    const soon = withRead(begun, { after: 'f', upTo: 'k' }, { sinceSeconds: NOW + 3_600, bytes: 10 });
    expect(soon).toEqual([
      { upTo: 'k', sinceSeconds: NOW, bytes: 50 },
      { upTo: '~', sinceSeconds: 0, bytes: 50 },
    ]);
    const later = withRead(begun, { after: 'f', upTo: 'k' }, { sinceSeconds: NOW + DAY, bytes: 10 });
    expect(later).toEqual([
      { upTo: 'f', sinceSeconds: NOW, bytes: 40 },
      { upTo: 'k', sinceSeconds: NOW + DAY, bytes: 10 },
      { upTo: '~', sinceSeconds: 0, bytes: 50 },
    ]);
  });

  it('goes on where it was read longest ago, wherever that lies', () => {
    const ranges = [
      { upTo: 'c', sinceSeconds: NOW - 3 * DAY, bytes: 10 },
      { upTo: 'k', sinceSeconds: NOW - 20 * DAY, bytes: 10 },
      { upTo: '~', sinceSeconds: NOW - 9 * DAY, bytes: 10 },
    ];
    expect(nextRead(ranges, NOW)).toEqual({ after: 'c', upTo: 'k' });
    expect(withRead(ranges, { after: 'c', upTo: 'k' }, { sinceSeconds: NOW, bytes: 12 })).toEqual([
      { upTo: 'c', sinceSeconds: NOW - 3 * DAY, bytes: 10 },
      { upTo: 'k', sinceSeconds: NOW, bytes: 12 },
      { upTo: '~', sinceSeconds: NOW - 9 * DAY, bytes: 10 },
    ]);
  });

  it('claims nothing of what lies before the place where reading began', () => {
    const whole = [{ upTo: '~', sinceSeconds: 0, bytes: 100 }];
    expect(withRead(whole, { after: 'c', upTo: 'f' }, { sinceSeconds: NOW, bytes: 40 })).toEqual([
      { upTo: 'c', sinceSeconds: 0, bytes: 0 },
      { upTo: 'f', sinceSeconds: NOW, bytes: 40 },
      { upTo: '~', sinceSeconds: 0, bytes: 60 },
    ]);
  });
});

describe('how much is due', () => {
  it('is a 28th of everything in a day', () => {
    const ranges = [{ upTo: '~', sinceSeconds: NOW - DAY, bytes: 2_800 }];
    expect(bytesDue(ranges, NOW)).toBe(100);
    expect(bytesDue(ranges, NOW - 1)).toBe(0);
    const read = withRead(ranges, { after: '', upTo: 'c' }, { sinceSeconds: NOW, bytes: 60 });
    expect(bytesDue(read, NOW + 60)).toBe(40);
  });

  it('is a third of what is overdue, where that is more', () => {
    const ranges = [
      { upTo: 'c', sinceSeconds: 0, bytes: 600 },
      { upTo: '~', sinceSeconds: NOW - 2 * DAY, bytes: 2_200 },
    ];
    expect(bytesDue(ranges, NOW)).toBe(200);
  });

  it('reads everything within 30 days when the computer is on each day, also after a time away', () => {
    let ranges = [{ upTo: '~', sinceSeconds: 0, bytes: 1_000 }] as ReturnType<typeof unreadRanges>;
    const places = Array.from({ length: 1_000 }, (_, index) => String(index).padStart(4, '0'));
    const dayOf = (day: number) => {
      const now = NOW + day * DAY;
      let due = bytesDue(ranges, now);
      while (due > 0) {
        const { after, upTo } = nextRead(ranges, now);
        const there = places.filter((place) => place > after && place <= upTo).slice(0, due);
        const to = there.length < due ? upTo : (there.at(-1) ?? upTo);
        ranges = withRead(ranges, { after, upTo: to }, { sinceSeconds: now, bytes: there.length });
        due -= there.length;
      }
      return coverageOf(ranges, now).overdueBytes;
    };
    const away = 120;
    expect(dayOf(0)).toBe(666);
    for (let day = 1; day <= 30; day += 1) dayOf(day);
    expect(Array.from({ length: 60 }, (_, day) => dayOf(31 + day))).toEqual(Array(60).fill(0));
    expect(dayOf(away + 91)).toBeGreaterThan(600);
    for (let day = 1; day <= 30; day += 1) dayOf(away + 91 + day);
    expect(dayOf(away + 122)).toBe(0);
    expect(ranges.length).toBeLessThan(70);
  });

  it('takes what a clock noted that was ahead for unread, once', () => {
    const ranges = [{ upTo: '~', sinceSeconds: NOW + 400 * DAY, bytes: 300 }];
    expect(coverageOf(ranges, NOW)).toEqual({
      ...{ bytes: 300, overdueBytes: 300, oldestSeconds: 0, newestSeconds: 0 },
    });
    expect(bytesDue(ranges, NOW)).toBe(100);
    const read = withRead(ranges, { after: '', upTo: '~' }, { sinceSeconds: NOW, bytes: 300 });
    expect(bytesDue(read, NOW)).toBe(0);
    expect(bytesDue(read, NOW - 1_800)).toBe(0);
  });
});
