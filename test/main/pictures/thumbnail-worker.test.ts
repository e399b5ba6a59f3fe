import { inflateSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { ThumbnailThread } from '../../../src-main/pictures/thumbnail-thread.ts';
import {
  LOSSLESS_WEBP,
  SMALL_GIF,
  SMALL_JPEG,
  SMALL_PNG,
  SMALL_WEBP,
  turnedJpeg,
} from '../../support/small-pictures.ts';

describe('the thread that makes thumbnails', () => {
  const thread = new ThumbnailThread(
    new URL('../../../src-main/pictures/thumbnail-worker.ts', import.meta.url),
  );
  afterAll(() => thread.end());

  const made = async (bytes: Buffer, size: number) => {
    const png = await thread.make({ bytes, size });
    return png === null ? null : shown(Buffer.from(png));
  };

  it('opens what people have, each in its own shape', async () => {
    const sizes: Record<string, unknown> = {};
    for (const [name, bytes] of Object.entries({
      SMALL_PNG,
      SMALL_JPEG,
      SMALL_WEBP,
      LOSSLESS_WEBP,
      SMALL_GIF,
    }))
      sizes[name] = (await made(bytes, 8))?.size;
    expect(sizes).toEqual({
      SMALL_PNG: [8, 8],
      SMALL_JPEG: [8, 4],
      SMALL_WEBP: [8, 4],
      LOSSLESS_WEBP: [8, 4],
      SMALL_GIF: [8, 4],
    });
  });

  it('shows the first picture of an animation, where it belongs', async () => {
    expect((await made(SMALL_GIF, 2))?.pixels).toEqual([
      [0, 0, 0, 0],
      [0, 0, 255, 255],
    ]);
  });

  it('opens a GIF as large as any picture that comes without its content, in the memory that it has', async () => {
    const [width, height] = [4_800, 5_000];
    for (const interlaced of [0, 0x40]) {
      const gif = Buffer.from(SMALL_GIF.subarray(0, SMALL_GIF.indexOf(0x2c)));
      gif.writeUInt16LE(width, 6);
      gif.writeUInt16LE(height, 8);
      const frame = Buffer.from([0x2c, 0, 0, 0, 0, 0, 0, 0, 0, interlaced, 2, 1, 0b00101100, 0, 0x3b]);
      frame.writeUInt16LE(width, 5);
      frame.writeUInt16LE(height, 7);
      expect((await made(Buffer.concat([gif, frame]), 8))?.size).toEqual([8, 8]);
    }
  });

  it('opens the first picture alone of an animation of a gigabyte', async () => {
    const [width, height] = [4_000, 4_000];
    const head = Buffer.from('47494638396100000000800000ff0000ffffff', 'hex');
    head.writeUInt16LE(width, 6);
    head.writeUInt16LE(height, 8);
    const frame = Buffer.from([0x2c, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 0b00101100, 0]);
    frame.writeUInt16LE(width, 5);
    frame.writeUInt16LE(height, 7);
    const frames = Array.from({ length: 16 }, () => frame);
    const picture = await made(Buffer.concat([head, ...frames, Buffer.from(';')]), 8);
    expect(picture?.size).toEqual([8, 8]);
  });

  it('turns a photograph as the camera says', async () => {
    expect((await made(turnedJpeg(1), 64))?.size).toEqual([64, 32]);
    expect((await made(turnedJpeg(6), 64))?.size).toEqual([32, 64]);
  });

  it('makes nothing of damaged and of hostile files, and goes on', async () => {
    const wideFrame = Buffer.from(SMALL_GIF);
    wideFrame.writeUInt16LE(60_000, wideFrame.indexOf(0x2c) + 5);
    const hugeWebp = Buffer.from(LOSSLESS_WEBP);
    hugeWebp.writeUInt32LE(0x0fffffff, 21);
    const hugePng = Buffer.from(SMALL_PNG);
    hugePng.writeUInt32BE(50_000, 16);
    hugePng.writeUInt32BE(50_000, 20);
    const hostile = {
      'a PNG said to be of 50,000 by 50,000 pixels': hugePng,
      'a JPEG that breaks off within its head': SMALL_JPEG.subarray(0, 300),
      'a frame beyond its picture': wideFrame,
      'more pixels than anything should open': hugeWebp,
      'a GIF without a picture': Buffer.concat([SMALL_GIF.subarray(0, 25), Buffer.from(';')]),
      'a WebP that ends early': SMALL_WEBP.subarray(0, 40),
      nothing: Buffer.alloc(0),
      'an unknown extension of WebP': Buffer.from(`RIFF\0\0\0\0WEBPVP9 ${' '.repeat(40)}`),
    };
    const seen: Record<string, unknown> = {};
    for (const [what, bytes] of Object.entries(hostile)) seen[what] = await made(bytes, 8);
    expect(seen).toEqual(Object.fromEntries(Object.keys(hostile).map((what) => [what, null])));
    expect((await made(SMALL_PNG, 8))?.size).toEqual([8, 8]);
  });
});

/** Size and pixels of an unfiltered or filtered PNG of one row of pixels; of others the size alone. */
function shown(png: Buffer): { size: number[]; pixels: number[][] | null } {
  const size = [png.readUInt32BE(16), png.readUInt32BE(20)];
  if (size[1] !== 1) return { size, pixels: null };
  const at = png.indexOf('IDAT');
  const [filter, ...bytes] = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
  // Each byte beside the one a pixel before (filter 1), or as it is.
  const values = bytes.reduce<number[]>((row, byte, index) => {
    row.push(filter === 1 ? (byte + (row[index - 4] ?? 0)) & 0xff : byte);
    return row;
  }, []);
  return { size, pixels: Array.from({ length: size[0] ?? 0 }, (_, i) => values.slice(i * 4, i * 4 + 4)) };
}
