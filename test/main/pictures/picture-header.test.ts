import { expect, it } from 'vitest';
import { pictureHeader } from '../../../src-main/pictures/picture-header.ts';
import { LOSSLESS_WEBP, SMALL_GIF, SMALL_JPEG, SMALL_PNG, SMALL_WEBP } from '../../support/small-pictures.ts';

it('the first bytes of a picture say how large it is', () => {
  expect(pictureHeader(SMALL_PNG)).toEqual({ kind: 'png', width: 96, height: 96 });
  expect(pictureHeader(SMALL_JPEG)).toEqual({ kind: 'jpeg', width: 64, height: 32 });
  expect(pictureHeader(SMALL_WEBP)).toEqual({ kind: 'webp', width: 64, height: 32 });
  expect(pictureHeader(LOSSLESS_WEBP)).toEqual({ kind: 'webp', width: 64, height: 32 });
  expect(pictureHeader(SMALL_GIF)).toEqual({ kind: 'gif', width: 16, height: 8 });
  const extended = Buffer.from('524946460000000057454250565038580a00000000000000002000000000', 'hex');
  expect(pictureHeader(extended)).toEqual({ kind: 'webp', width: 0x2001, height: 1 });
  for (const bytes of [SMALL_PNG, SMALL_JPEG, SMALL_WEBP])
    for (const length of [0, 3, 8, 20]) expect(pictureHeader(bytes.subarray(0, length))).toBe(null);
  expect(pictureHeader(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBe(null);
  expect(pictureHeader(Buffer.from('ffd8ffe00000ffe00000', 'hex'))).toBe(null);
});
