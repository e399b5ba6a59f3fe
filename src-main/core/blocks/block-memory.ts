import { MAX_BLOCK_BYTES } from './parameters.ts';

/** Smaller buffers may lie in memory that they share with others. */
export const LEAST_OWN_BYTES = 1024 * 1024;

/** A largest block, also encrypted, and the byte by which a reader would see that a file is longer. */
const KEPT_BYTES = MAX_BLOCK_BYTES + 4096;
/** Less would be wasted on most of what is kept. */
const LEAST_KEPT_BYTES = MAX_BLOCK_BYTES / 2;
/** As many as one file has on its way. */
const MOST_KEPT = 4;

/** Each thread has its own. */
const kept: ArrayBuffer[] = [];
/** Taken here and not back. Without any, what comes back was taken in another thread, and nobody here waits for it. */
let lent = 0;
/** Ways to threads that gave memory away and need some. */
const takers = new Set<(memory: ArrayBuffer) => void>();
/** Gives back what other threads brought. */
let findReceived: () => void = () => undefined;

/** Memory for a block, of its own and with anything in it; what `giveBack` brought, if there is some. */
export function takeMemory(sizeBytes: number): Buffer {
  if (sizeBytes < LEAST_KEPT_BYTES || sizeBytes > KEPT_BYTES) return Buffer.allocUnsafeSlow(sizeBytes);
  lent += 1;
  if (kept.length === 0) findReceived();
  const memory = kept.pop();
  if (memory !== undefined) return Buffer.from(memory, 0, sizeBytes);
  return Buffer.allocUnsafeSlow(KEPT_BYTES).subarray(0, sizeBytes);
}

/**
 * Gives the memory of a large block back at once; the block is empty afterwards. Left to the garbage collector, which does
 * not see how large blocks are, those of a large file pile up by the hundred megabytes, and it runs all the time. ONLY for
 * whoever has the last use of all of that memory. Nothing happens to smaller ones.
 */
export function giveBack(block: Uint8Array): void {
  const { buffer, length } = block;
  if (length < LEAST_OWN_BYTES || !(buffer instanceof ArrayBuffer)) return;
  const wasTakenHere = buffer.byteLength === KEPT_BYTES && lent > 0;
  if (wasTakenHere) lent -= 1;
  const [taker] = takers;
  if (wasTakenHere && kept.length < MOST_KEPT) kept.push(buffer.transfer());
  else if (buffer.byteLength === KEPT_BYTES && taker !== undefined) taker(buffer.transfer());
  else buffer.transfer(0);
}

/**
 * Brings what is given back here, and was not taken here, to `take`, until the answer is called: to the thread that it
 * came from, which would otherwise have the system clear new memory for each block.
 */
export function passMemoryOn(take: (memory: ArrayBuffer) => void): () => void {
  takers.add(take);
  return () => void takers.delete(take);
}

/** Has `look` called when memory is taken and none is kept: a thread that works without a rest hears of nothing else. */
export function beforeNewMemory(look: () => void): void {
  findReceived = look;
}

/** Leaves nothing of what was given back for the next block, when none is to be expected. */
export function dropMemory(): void {
  kept.length = 0;
  lent = 0;
}
