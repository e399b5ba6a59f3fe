import { decompressFrame, parseGIF } from 'gifuct-js';
import type { Pixels } from './shrink.ts';

/**
 * The first picture of an animation, on what all of its pictures are drawn on. Null when there is none, or when it lies
 * beyond that: it may then be of any size.
 * @throws anything for damaged bytes
 */
export function firstFrame(
  file: ArrayBuffer,
  { width, height }: Pick<Pixels, 'width' | 'height'>,
): Pixels | null {
  const parsed = parseGIF(file);
  const frame = parsed.frames.find((one) => 'image' in one);
  if (frame === undefined || !('image' in frame)) return null;
  const { top, left, ...size } = frame.image.descriptor;
  if (left + size.width > width || top + size.height > height) return null;
  const { patch } = decompressFrame(frame, parsed.gct, true);
  if (size.width === width && size.height === height) return { width, height, data: patch };
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < size.height; y++) {
    const row = patch.subarray(y * size.width * 4, (y + 1) * size.width * 4);
    data.set(row, ((top + y) * width + left) * 4);
  }
  return { width, height, data };
}
