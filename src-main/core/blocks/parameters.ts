/**
 * How files are cut into blocks. The official clients cut with exactly these numbers, and a file must get the same
 * block ids whichever client writes it: a client that finds other ids for equal bytes makes a conflict copy.
 */

/** No block is shorter, except the last one of a file. */
export const MIN_BLOCK_BYTES = 6 * 1024 * 1024;

/** No block is longer. */
export const MAX_BLOCK_BYTES = 10 * 1024 * 1024;

/** Bytes that the rolling value covers. */
export const WINDOW_BYTES = 48;

/** A block ends after a byte where `(value & CUT_MASK) === CUT_TARGET`: on average every 8 MiB. */
export const CUT_MASK = 0x7fffff;
export const CUT_TARGET = 0x13;

/** Degree 63; the arithmetic is over GF(2). */
export const POLYNOMIAL = 0xbfe6b8a5bf378d83n;
