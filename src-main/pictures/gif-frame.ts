import { type ParsedGif, parseGIF } from 'gifuct-js';
import type { Pixels } from './shrink.ts';

type Frame = Extract<ParsedGif['frames'][number], { image: unknown }>;
type Colors = ParsedGif['gct'];

const MOST_CODES = 4096;
const MOST_BITS = 12;

/** First row and distance of rows in the four passes of an interlaced picture (GIF89a, appendix E). */
const PASSES = [
  [0, 8],
  [4, 8],
  [2, 4],
  [1, 2],
] as const;

/**
 * The first frame of an animation, drawn on a canvas of the given size; null when there is none, or when it reaches beyond
 * the canvas, since it may then be of any size.
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
  const indices = indicesOf(frame.image.data, size.width * size.height);
  const colors = colorsOf(frame, parsed.gct);
  const pixels = new Uint32Array(width * height);
  for (const [from, y] of rowsOf(size.height, size.lct.interlaced).entries()) {
    const start = (top + y) * width + left;
    for (let x = 0; x < size.width; x++) pixels[start + x] = colors[indices[from * size.width + x] ?? 0] ?? 0;
  }
  return { width, height, data: new Uint8ClampedArray(pixels.buffer) };
}

/** The four bytes of each colour as one number, by colour index. */
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

/** Position of each row from the top, in the order in which rows are stored. */
function rowsOf(height: number, isInterlaced: boolean): number[] {
  const rows: number[] = [];
  for (const [from, step] of isInterlaced ? PASSES : ([[0, 1]] as const))
    for (let y = from; y < height; y += step) rows.push(y);
  return rows;
}

/**
 * The colour index of each pixel (GIF89a, appendix F); zero for pixels that the data lacks. Typed arrays, as their memory
 * is outside the heap: with a plain array a large picture would exceed the heap of the thread, and V8 then ends the whole
 * process.
 */
function indicesOf({ minCodeSize, blocks }: Frame['image']['data'], count: number): Uint8Array {
  const indices = new Uint8Array(count);
  if (minCodeSize < 1 || minCodeSize > 8) return indices;
  const codes = new Codes(1 << minCodeSize);
  const clear = 1 << minCodeSize;
  let width = minCodeSize + 1;
  let [bits, bitCount, at] = [0, 0, 0];
  for (let byte = 0; byte < blocks.length && at < count; byte++) {
    bits |= (blocks[byte] ?? 0) << bitCount;
    bitCount += 8;
    while (bitCount >= width) {
      const code = bits & ((1 << width) - 1);
      bits >>>= width;
      bitCount -= width;
      if (code === clear + 1) return indices;
      if (code === clear) {
        codes.clear();
        width = minCodeSize + 1;
        continue;
      }
      const run = codes.take(code);
      if (run === null) return indices;
      indices.set(run.subarray(0, count - at), at);
      at = Math.min(count, at + run.length);
      if (codes.next === 1 << width && width < MOST_BITS) width++;
    }
  }
  return indices;
}

/** The code table: each code stands for the run of another code and one more index. */
class Codes {
  readonly #before = new Uint16Array(MOST_CODES);
  readonly #last = new Uint8Array(MOST_CODES);
  readonly #run = new Uint8Array(MOST_CODES + 1);
  readonly #clear: number;
  #previous: number | null = null;
  /** First index of the run of `#previous`. */
  #first = 0;
  /** The next free code. */
  next: number;

  constructor(clear: number) {
    this.#clear = clear;
    this.next = clear + 2;
    for (let index = 0; index < clear; index++) this.#last[index] = index;
  }

  clear(): void {
    this.next = this.#clear + 2;
    this.#previous = null;
  }

  /** The run of a code, valid until the next call; null for a code that is not in the table yet. */
  take(code: number): Uint8Array | null {
    const previous = this.#previous;
    if (code > this.next || (code === this.next && previous === null)) return null;
    let top = this.#run.length;
    let at = code;
    // The next free code stands for the previous run and its own first index once more.
    if (code === this.next && previous !== null) {
      this.#run[--top] = this.#first;
      at = previous;
    }
    while (at >= this.#clear) {
      this.#run[--top] = this.#last[at] ?? 0;
      at = this.#before[at] ?? 0;
    }
    this.#run[--top] = at;
    this.#first = at;
    if (previous !== null && this.next < MOST_CODES) {
      this.#before[this.next] = previous;
      this.#last[this.next] = at;
      this.next++;
    }
    this.#previous = code;
    return this.#run.subarray(top);
  }
}
