/** Smaller buffers may lie in memory that they share with others. */
export const LEAST_OWN_BYTES = 1024 * 1024;

/**
 * Gives the memory of a large block back at once; the block is empty afterwards. Left to the garbage collector, which does
 * not see how large blocks are, those of a large file pile up by the hundred megabytes. ONLY for whoever has the last use
 * of all of that memory. Nothing happens to smaller ones.
 */
export function giveBack(block: Uint8Array): void {
  if (block.length >= LEAST_OWN_BYTES && block.buffer instanceof ArrayBuffer) block.buffer.transfer(0);
}
