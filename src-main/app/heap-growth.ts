const MIB = 1024 * 1024;

/** As much as the heap grows between two collections of all of it when there is nothing special. */
export const LEAST_GROWTH_PERCENT = 25;

/** Two blocks of a file on their way and what comes in meanwhile. */
const MANY_BUFFERS_BYTES = 16 * MIB;

/** Room for some blocks and for the buffers of some megabytes that came in. */
const ROOM_BYTES = 64 * MIB;

/**
 * By how much the heap and its buffers together may exceed the heap before all of it is collected again, in percent of
 * the heap. Buffers of a few files fill a quarter of a small heap at once: then an upload of 1 GB collects 75 times, all
 * of the heap each time and with all threads, which was half of what it cost. A large heap has room enough in a quarter.
 */
export function heapGrowthPercent({
  heapBytes,
  bufferBytes,
}: {
  readonly heapBytes: number;
  readonly bufferBytes: number;
}): number {
  if (bufferBytes < MANY_BUFFERS_BYTES) return LEAST_GROWTH_PERCENT;
  const percent = Math.round((100 * ROOM_BYTES) / Math.max(heapBytes, 1));
  return Math.min(Math.max(percent, LEAST_GROWTH_PERCENT), 400);
}
