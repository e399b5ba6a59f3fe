import { MAX_BLOCK_BYTES } from '../core/blocks/content-defined.ts';

/** Smaller buffers may lie in memory that they share with others. */
export const LEAST_OWN_BYTES = 1024 * 1024;

/** A largest block, also encrypted, and the byte by which a reader would see that a file is longer. */
const KEPT_BYTES = MAX_BLOCK_BYTES + 4096;
/** Less would be wasted on most of what is kept. */
const LEAST_KEPT_BYTES = MAX_BLOCK_BYTES / 2;
/** As many as one file has on its way. */
const MOST_KEPT = 4;

/**
 * Memory of large blocks, reused. Left to the garbage collector, which does not see how large blocks are, those of a large
 * file pile up by the hundred megabytes, and it runs all the time. What was released is detached: `held` tells.
 */
class BlockMemory {
  readonly #kept: ArrayBuffer[] = [];
  /** Taken here and not back. Without any, what is released was taken in another thread, and none of it is wanted here. */
  #lent = 0;
  /** Ways to threads that gave memory away and need some. */
  readonly #takers = new Set<(memory: ArrayBuffer) => void>();
  #findReceived: () => void = () => undefined;

  /** Memory for a block, of its own and with anything in it. */
  readonly take = (sizeBytes: number): Buffer => {
    if (sizeBytes < LEAST_KEPT_BYTES || sizeBytes > KEPT_BYTES) return Buffer.allocUnsafeSlow(sizeBytes);
    this.#lent += 1;
    if (this.#kept.length === 0) this.#findReceived();
    const memory = this.#kept.pop();
    if (memory !== undefined) return Buffer.from(memory, 0, sizeBytes);
    return Buffer.allocUnsafeSlow(KEPT_BYTES).subarray(0, sizeBytes);
  };

  /** ONLY for the last user of all of the memory of a block. Nothing happens to small ones. */
  release(block: Uint8Array): void {
    const { buffer, length } = block;
    if (length < LEAST_OWN_BYTES || !(buffer instanceof ArrayBuffer)) return;
    const wasTakenHere = buffer.byteLength === KEPT_BYTES && this.#lent > 0;
    if (wasTakenHere) this.#lent -= 1;
    const [taker] = this.#takers;
    if (wasTakenHere && this.#kept.length < MOST_KEPT) this.#kept.push(buffer.transfer());
    else if (buffer.byteLength === KEPT_BYTES && taker !== undefined) taker(buffer.transfer());
    else buffer.transfer(0);
  }

  /**
   * The block itself. Asked wherever bytes are stored or sent, as the system takes released ones for an empty block.
   * @throws Error when its memory was released or handed to a thread
   */
  held<Block extends Uint8Array>(block: Block): Block {
    if (block.buffer instanceof ArrayBuffer && block.buffer.detached)
      throw new Error('The memory of a block was released before its last use.');
    return block;
  }

  /**
   * Brings what is released here, and was not taken here, to `take`, until the answer is called: to the thread that it
   * came from, which would otherwise have the system clear new memory for each block.
   */
  passOn(take: (memory: ArrayBuffer) => void): () => void {
    this.#takers.add(take);
    return () => void this.#takers.delete(take);
  }

  /** Has `look` release what other threads brought, when memory is taken and none is kept: a busy thread gets no messages. */
  beforeNew(look: () => void): void {
    this.#findReceived = look;
  }

  /** Leaves nothing of what was released for the next block, when none is to be expected. */
  drop(): void {
    this.#kept.length = 0;
    this.#lent = 0;
  }
}

/** That of this thread: each has its own. */
export const blockMemory = new BlockMemory();
