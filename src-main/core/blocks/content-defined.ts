import {
  CUT_MASK,
  CUT_TARGET,
  MAX_BLOCK_BYTES,
  MIN_BLOCK_BYTES,
  POLYNOMIAL,
  WINDOW_BYTES,
} from './parameters.ts';

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

/**
 * The value starts anew in each block, with the bytes before the end of the shortest possible one. Each byte shifts it by
 * eight bits, so what the mask looks at comes from the last three bytes alone, and its lowest eight bits from the last one.
 * Four places are looked at together: most have no such byte, and going from each value to the next takes twice as long.
 */
function rollToCut(bytes: Uint8Array, end: number): number {
  const groupsEnd = end - ((end - MIN_BLOCK_BYTES) % 4);
  let cut = firstCut(bytes, MIN_BLOCK_BYTES - 1, MIN_BLOCK_BYTES);
  for (let i = MIN_BLOCK_BYTES; cut === -1 && i < groupsEnd; i += 4) {
    const firstTwo = offBy(bytes, i) * offBy(bytes, i + 1);
    const lastTwo = offBy(bytes, i + 2) * offBy(bytes, i + 3);
    if (Math.imul(firstTwo, lastTwo) === 0) cut = firstCut(bytes, i, i + 4);
  }
  return cut === -1 ? firstCut(bytes, groupsEnd, end) : cut;
}

function firstCut(bytes: Uint8Array, from: number, to: number): number {
  for (let i = from; i < to; i++) if (isCutAfter(bytes, i)) return i + 1;
  return -1;
}

/** 0: the lowest byte of the value behind this place is that of the target. */
function offBy(bytes: Uint8Array, index: number): number {
  const cutting = CUTTING_BYTES[byteAt(bytes, index - WINDOW_BYTES)] ?? 0;
  return byteAt(bytes, index) ^ cutting;
}

function isCutAfter(bytes: Uint8Array, index: number): boolean {
  const value = termAt(bytes, index) ^ (termAt(bytes, index - 1) << 8) ^ (termAt(bytes, index - 2) << 16);
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

/** By the byte that leaves the window: which one has to come in for the lowest byte of the value to match. */
const CUTTING_BYTES = Uint8Array.from(LEAVING_TERMS, (term) => (term ^ CUT_TARGET) & 0xff);
