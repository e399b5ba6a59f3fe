import { inflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { samplePicture } from '../../../../src-main/usecases/libraries/sample-picture.ts';

it('a sample picture is one that every program can read', () => {
  const png = Buffer.from(samplePicture('dusk', true));
  expect(png.toString('hex', 0, 8)).toBe('89504e470d0a1a0a');
  const at = png.indexOf('IDAT');
  const pixels = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
  expect(pixels).toHaveLength(160 * 241);
  expect(png).not.toEqual(Buffer.from(samplePicture('dusk', false)));
});
