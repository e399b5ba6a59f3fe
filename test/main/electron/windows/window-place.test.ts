import { describe, expect, it } from 'vitest';
import { parsePlace, placeWindow } from '../../../../src-main/electron/windows/window-place.ts';

const main = { x: 0, y: 25, width: 1_920, height: 1_055 };
const right = { x: 1_920, y: 0, width: 2_560, height: 1_440 };
const place = { x: 100, y: 120, width: 1_000, height: 700, isMaximised: false };

describe('the place of a window', () => {
  it('is left to the system at the first start', () => {
    expect(placeWindow(null, [main])).toEqual({ width: 1_180, height: 780, isMaximised: false });
  });

  it.each([
    ['where it was', place, place],
    ['on the second screen', { ...place, x: 2_500 }, { ...place, x: 2_500 }],
    ['left of the main screen, as far as it can be gripped', { ...place, x: -880 }, { ...place, x: -880 }],
    ['below the bar that came since', { ...place, y: 10 }, { ...place, y: 25 }],
    ['maximised', { ...place, isMaximised: true }, { ...place, isMaximised: true }],
  ])('is %s', (_where, last, opened) => {
    expect(placeWindow(last, [main, right])).toEqual(opened);
  });

  it.each([
    ['the screen is gone', { ...place, x: 4_600 }],
    ['too little of it is seen', { ...place, x: -900 }],
    ['it is below the screen', { ...place, y: 1_500 }],
    ['its title is above the screen', { ...place, y: -200 }],
  ])('is left to the system when %s', (_why, last) => {
    expect(placeWindow(last, [main])).toEqual({ width: 1_000, height: 700, isMaximised: false });
  });

  it('is no larger than the screen and no smaller than the page bears', () => {
    expect(placeWindow({ ...place, width: 5_000, height: 5_000 }, [main])).toMatchObject({
      width: 1_920,
      height: 1_055,
    });
    expect(placeWindow({ ...place, width: 200, height: 10 }, [main])).toMatchObject({
      width: 480,
      height: 400,
    });
    expect(placeWindow(place, [])).toEqual({ width: 1_000, height: 700, isMaximised: false });
  });
});

describe('a place that was kept', () => {
  it('is read as it was written', () => {
    expect(parsePlace(JSON.parse(JSON.stringify(place)))).toEqual(place);
  });

  it.each([
    null,
    'x',
    {},
    { ...place, x: 'left' },
    { ...place, width: 0 },
    { ...place, y: 1.5 },
    { ...place, x: 1e9 },
  ])('is forgotten when it is %o', (value) => {
    expect(parsePlace(value)).toBeNull();
  });
});
