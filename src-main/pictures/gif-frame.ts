import { type ParsedGif, parseGIF } from 'gifuct-js';
import { gifIndices } from './gif-indices.ts';
import type { Pixels } from './shrink.ts';

type Frame = Extract<ParsedGif['frames'][number], { image: unknown }>;
type Colors = ParsedGif['gct'];

/** Rows of an interlaced picture come in four passes (GIF89a, appendix E): where each begins, and how far its rows lie apart. */
const PASSES = [
  [0, 8],
  [4, 8],
  [2, 4],
  [1, 2],
] as const;

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
  const indices = gifIndices(frame.image.data, size.width * size.height);
  const colors = colorsOf(frame, parsed.gct);
  const pixels = new Uint32Array(width * height);
  for (const [from, y] of rowsOf(size.height, size.lct.interlaced).entries()) {
    const start = (top + y) * width + left;
    for (let x = 0; x < size.width; x++) pixels[start + x] = colors[indices[from * size.width + x] ?? 0] ?? 0;
  }
  return { width, height, data: new Uint8ClampedArray(pixels.buffer) };
}

/** The four bytes of each index as one number. */
function colorsOf({ gce, image }: Frame, common: Colors | undefined): Uint32Array {
  const { lct: own } = image as { lct?: Colors };
  const table = (image.descriptor.lct.exists ? own : common) ?? [];
  const colors = new Uint8Array(256 * 4);
  for (let index = 0; index < 256; index++) colors.set([...(table[index] ?? [0, 0, 0]), 255], index * 4);
  // Most files have no such block, whatever the types say.
  const { extras, transparentColorIndex } = gce ?? {};
  if (extras?.transparentColorGiven) colors[(transparentColorIndex ?? 0) * 4 + 3] = 0;
  return new Uint32Array(colors.buffer);
}

/** Where each row is that comes, from the top. */
function rowsOf(height: number, isInterlaced: boolean): number[] {
  const rows: number[] = [];
  for (const [from, step] of isInterlaced ? PASSES : ([[0, 1]] as const))
    for (let y = from; y < height; y += step) rows.push(y);
  return rows;
}
