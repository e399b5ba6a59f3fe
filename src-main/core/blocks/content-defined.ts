/**
 * How files are cut into blocks. The official clients cut with exactly these numbers, and a file must get the same
 * block ids whichever client writes it: a client that finds other ids for equal bytes makes a conflict copy.
 */

/** No block is shorter, except the last one of a file. */
export const MIN_BLOCK_BYTES = 6 * 1024 * 1024;

/** No block is longer. */
export const MAX_BLOCK_BYTES = 10 * 1024 * 1024;

/** Bytes that the rolling value covers. */
const WINDOW_BYTES = 48;

/** A block ends after a byte where `(value & CUT_MASK) === CUT_TARGET`: on average every 8 MiB. */
const CUT_MASK = 0x7fffff;
const CUT_TARGET = 0x13;

/** Degree 63; the arithmetic is over GF(2). */
const POLYNOMIAL = 0xbfe6b8a5bf378d83n;

/**
 * Length of the block at the start of `bytes`, of which the first `length` are known and lie directly behind
 * the previous cut; −1 when the answer depends on bytes that are still to come. `isLast`: none are to come.
 *
 * Each call scans from the minimum block size on, so ask when the file ends or when `MAX_BLOCK_BYTES` are
 * there (which always gives an answer), not after every piece. Bytes below the minimum are not looked at.
 */
export function findCut(bytes: Uint8Array, length: number, isLast: boolean): number {
  const end = Math.min(length, MAX_BLOCK_BYTES);
  if (end >= MIN_BLOCK_BYTES) {
    const cut = rollToCut(bytes, end);
    if (cut !== -1) return cut;
    if (end === MAX_BLOCK_BYTES) return end;
  }
  return isLast ? end : -1;
}

/** Places that are looked at together: as many as a number of 32 bits has bytes. */
const GROUP_BYTES = 4;
/** Little enough to be near the processor when its promising groups are looked at again. */
const STRETCH_BYTES = 16 * 1024;

/**
 * The value starts anew in each block, with the bytes before the end of the shortest possible one. Each byte shifts it by
 * eight bits, so what the mask looks at comes from the last three bytes alone, and its lowest eight bits from the last one.
 */
function rollToCut(bytes: Uint8Array, end: number): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const groupsEnd = end - ((end - MIN_BLOCK_BYTES) % GROUP_BYTES);
  let cut = firstCut(bytes, MIN_BLOCK_BYTES - 1, MIN_BLOCK_BYTES);
  for (let from = MIN_BLOCK_BYTES; cut === -1 && from < groupsEnd; from += STRETCH_BYTES) {
    const count = notePromisingGroups(view, from, Math.min(from + STRETCH_BYTES, groupsEnd));
    for (let i = 0; cut === -1 && i < count; i++) {
      const group = PROMISING_GROUPS[i] ?? 0;
      cut = firstCut(bytes, group, group + GROUP_BYTES);
    }
  }
  return cut === -1 ? firstCut(bytes, groupsEnd, end) : cut;
}

/**
 * Notes the groups with a place where the lowest byte of the value is that of the target, and says how many there are: one
 * of 64. Without a branch, which processors would guess wrong each time one is found, and in one function without names of
 * the module in its loop: with any of these it takes half as much time again.
 */
function notePromisingGroups(view: DataView, from: number, to: number): number {
  const [pairs, groups, step, window] = [CUTTING_PAIRS, PROMISING_GROUPS, GROUP_BYTES, WINDOW_BYTES];
  let count = 0;
  for (let i = from; i < to; i += step) {
    const leaving = view.getInt32(i - window, true);
    const wanted = (pairs[leaving & 0xffff] ?? 0) | ((pairs[leaving >>> 16] ?? 0) << 16);
    const offBy = view.getInt32(i, true) ^ wanted;
    // Not 0 when one of its four bytes is.
    const found = (offBy - 0x01010101) & ~offBy & 0x80808080;
    groups[count] = i;
    count += (found | (0 - found)) >>> 31;
  }
  return count;
}

function firstCut(bytes: Uint8Array, from: number, to: number): number {
  for (let i = from; i < to; i++) if (isCutAfter(bytes, i)) return i + 1;
  return -1;
}

function isCutAfter(bytes: Uint8Array, index: number): boolean {
  const last = termAt(bytes, index);
  // True of nearly all places, and the other two terms need not be looked up there.
  if (((last ^ CUT_TARGET) & 0xff) !== 0) return false;
  const value = last ^ (termAt(bytes, index - 1) << 8) ^ (termAt(bytes, index - 2) << 16);
  return (value & CUT_MASK) === CUT_TARGET;
}

/** What a byte brings into the value: itself, and from the shortest block on what the one that leaves takes with it. */
function termAt(bytes: Uint8Array, index: number): number {
  const leaving = index < MIN_BLOCK_BYTES ? 0 : (LEAVING_TERMS[byteAt(bytes, index - WINDOW_BYTES)] ?? 0);
  return byteAt(bytes, index) ^ leaving;
}

function byteAt(bytes: Uint8Array, index: number): number {
  return bytes[index] ?? 0;
}

/**
 * What a byte still contributes to the rolling value when it leaves the window: the low 32 bits of
 * `byte · x^384 mod POLYNOMIAL`. The value itself is kept to 32 bits too, as the official clients do.
 */
export function leavingTerms(): Int32Array {
  let power = 1n;
  for (let i = 0; i < WINDOW_BYTES * 8; i++) power = timesX(power);
  const terms = new Int32Array(256);
  for (let bit = 1; bit < 256; bit *= 2) {
    const term = Number(BigInt.asIntN(32, power));
    for (let byte = 0; byte < 256; byte++) if ((byte & bit) !== 0) terms[byte] = (terms[byte] ?? 0) ^ term;
    power = timesX(power);
  }
  return terms;
}

function timesX(value: bigint): bigint {
  const shifted = value << 1n;
  return shifted >> 63n === 0n ? shifted : shifted ^ POLYNOMIAL;
}

const LEAVING_TERMS = leavingTerms();

/** By two bytes that leave the window: which two have to come in for the lowest bytes of both values to match. */
const CUTTING_PAIRS = Uint16Array.from({ length: 65_536 }, (_, pair) => {
  const first = ((LEAVING_TERMS[pair & 0xff] ?? 0) ^ CUT_TARGET) & 0xff;
  const second = ((LEAVING_TERMS[pair >>> 8] ?? 0) ^ CUT_TARGET) & 0xff;
  return first | (second << 8);
});

/** Used by one search at a time, and not across turns. */
const PROMISING_GROUPS = new Int32Array(STRETCH_BYTES / GROUP_BYTES);
