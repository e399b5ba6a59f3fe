import { describe, expect, it } from 'vitest';
import { menuName, pauseSeconds } from '../../../../src-main/electron/tray/menu-entry.ts';

describe('a name in a menu', () => {
  it.each([
    ['Tom & Jerry', 'Tom & Jerry'],
    ['two\nlines\u2028here', 'two lines here'],
    ['photo\u202egpj.exe', 'photo gpj.exe'],
    ['x'.repeat(60), `${'x'.repeat(47)}…`],
  ])('%j stands there as %j', (name, shown) => {
    expect(menuName(name)).toBe(shown);
  });
});

describe('a pause', () => {
  it.each([
    ['half-hour', 1_800],
    ['two-hours', 7_200],
    ['open', null],
    ['tomorrow', 34_200],
  ] as const)('of %s lasts %j seconds from half past ten in the evening', (time, seconds) => {
    expect(pauseSeconds(time, new Date(2026, 5, 10, 22, 30))).toBe(seconds);
  });
});
