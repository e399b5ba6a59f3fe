const MOST_CODES = 4096;
const MOST_BITS = 12;

export interface GifData {
  readonly minCodeSize: number;
  /** What is in the blocks, one after the other. */
  readonly blocks: ArrayLike<number>;
}

/**
 * The index of the colour of each pixel (GIF89a, appendix F); those that do not come are zero. In typed arrays, whose memory
 * is no part of the heap: an array of as many numbers as a picture has pixels does not fit into the heap of the thread, and
 * V8 then ends not the thread but the process.
 */
export function gifIndices({ minCodeSize, blocks }: GifData, count: number): Uint8Array {
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

/** What codes stand for: a run that another code stands for, and one index more. */
class Codes {
  readonly #before = new Uint16Array(MOST_CODES);
  readonly #last = new Uint8Array(MOST_CODES);
  readonly #run = new Uint8Array(MOST_CODES + 1);
  readonly #clear: number;
  #previous: number | null = null;
  /** The first index of what `#previous` stands for. */
  #first = 0;
  /** What is given out next. */
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

  /** Holds until the next call. Null: there is no such code yet. */
  take(code: number): Uint8Array | null {
    const previous = this.#previous;
    if (code > this.next || (code === this.next && previous === null)) return null;
    let top = this.#run.length;
    let at = code;
    // The code that is about to be given out: what came last, with its own beginning once more.
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
