import { findCut, MAX_BLOCK_BYTES } from './content-defined.ts';

/** Memory for a block, of its own and with anything in it. */
export type Allocate = (sizeBytes: number) => Buffer;

/** First buffer of a file, so that a small file does not cost the memory of a large one. */
const FIRST_CAPACITY_BYTES = 64 * 1024;

/**
 * Cuts the bytes of one file, fed in pieces of any size, into whole blocks in order.
 *
 * Pieces are copied on the way in, so the feeder may reuse its memory; blocks never share memory with later
 * blocks, so they stay valid for as long as they are held. The cutter itself holds at most one block of 10
 * MiB.
 */
export class BlockCutter {
  readonly #allocate: Allocate;
  #buffer: Buffer = Buffer.alloc(0);
  #filledBytes = 0;
  /** Another block of full length may come: memory that grows with it would be taken, and copied, five times. */
  #isLarge = false;

  constructor(allocate: Allocate = Buffer.allocUnsafeSlow) {
    this.#allocate = allocate;
  }

  /**
   * The blocks that `piece` completes. Iterate to the end before feeding again: the rest of the piece is
   * taken then.
   */
  *feed(piece: Uint8Array): Generator<Buffer, void, undefined> {
    let taken = 0;
    while (taken < piece.length) {
      const room = MAX_BLOCK_BYTES - this.#filledBytes;
      const part = piece.subarray(taken, taken + room);
      this.#append(part);
      taken += part.length;
      if (this.#filledBytes === MAX_BLOCK_BYTES) yield this.#takeBlock();
    }
  }

  /** The blocks that are left when the file ends: none for an empty file. The cutter is empty after it. */
  *finish(): Generator<Buffer, void, undefined> {
    while (this.#filledBytes > 0) yield this.#takeBlock();
    this.#buffer = Buffer.alloc(0);
    this.#isLarge = false;
  }

  #append(part: Uint8Array): void {
    const neededBytes = this.#filledBytes + part.length;
    if (neededBytes > this.#buffer.length) {
      const doubled = Math.max(neededBytes, this.#buffer.length * 2, FIRST_CAPACITY_BYTES);
      const grown = this.#allocate(this.#isLarge ? MAX_BLOCK_BYTES : Math.min(doubled, MAX_BLOCK_BYTES));
      this.#buffer.copy(grown, 0, 0, this.#filledBytes);
      this.#buffer = grown;
    }
    this.#buffer.set(part, this.#filledBytes);
    this.#filledBytes = neededBytes;
  }

  /** Only for a full buffer or the end of the file: both make `findCut` decide. */
  #takeBlock(): Buffer {
    const lengthBytes = findCut(this.#buffer, this.#filledBytes, true);
    const rest = this.#buffer.subarray(lengthBytes, this.#filledBytes);
    const whole = this.#buffer;
    this.#filledBytes = rest.length;
    this.#isLarge = true;
    // A short block gets memory of its own rather than keep a large buffer alive; the buffer is then free for
    // the rest.
    if (lengthBytes * 2 <= whole.length) {
      const block = Buffer.from(whole.subarray(0, lengthBytes));
      whole.copyWithin(0, lengthBytes, lengthBytes + rest.length);
      return block;
    }
    this.#buffer = this.#allocate(rest.length === 0 ? 0 : MAX_BLOCK_BYTES);
    this.#buffer.set(rest, 0);
    return whole.subarray(0, lengthBytes);
  }
}

/**
 * The blocks of one file, in order, from its bytes in pieces; the next piece is asked for only when it is
 * needed.
 */
export async function* cutBlocks(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  allocate?: Allocate,
): AsyncGenerator<Buffer, void, undefined> {
  const cutter = new BlockCutter(allocate);
  for await (const piece of pieces) yield* cutter.feed(piece);
  yield* cutter.finish();
}
