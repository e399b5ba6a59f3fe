import { expect, it } from 'vitest';
import { shrink } from '../../../src-main/pictures/shrink.ts';

const RED = [200, 0, 0, 255];
const BLUE = [0, 0, 100, 255];
const NOTHING = [9, 9, 9, 0];
const picture = (width: number, ...pixels: number[][]) => ({
  width,
  height: pixels.length / width,
  data: Uint8ClampedArray.from(pixels.flat()),
});

it('a picture keeps its shape when it is shrunk, and is never enlarged', () => {
  const wide = picture(4, ...Array.from({ length: 8 }, () => RED));
  expect(shrink(wide, 2)).toEqual(picture(2, RED, RED));
  expect(shrink(wide, 9)).toBe(wide);
  const line = picture(1, RED, RED, RED, RED, RED, RED);
  expect(shrink(line, 1)).toEqual(picture(1, RED));
});

it('a pixel of a shrunk picture is the mean of what it stands for, as far as that can be seen', () => {
  expect([...shrink(picture(2, RED, BLUE), 1).data]).toEqual([100, 0, 50, 255]);
  expect([...shrink(picture(2, RED, NOTHING), 1).data]).toEqual([200, 0, 0, 128]);
  expect([...shrink(picture(2, NOTHING, NOTHING), 1).data]).toEqual([0, 0, 0, 0]);
});
