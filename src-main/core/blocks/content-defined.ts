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

/** The value starts anew in each block, with the 48 bytes that end the shortest possible one. */
function rollToCut(bytes: Uint8Array, end: number): number {
  let value = 0;
  for (let i = MIN_BLOCK_BYTES - WINDOW_BYTES; i < MIN_BLOCK_BYTES; i++)
    value = (value << 8) | byteAt(bytes, i);
  if ((value & CUT_MASK) === CUT_TARGET) return MIN_BLOCK_BYTES;
  for (let i = MIN_BLOCK_BYTES; i < end; i++) {
    const leaving = LEAVING_TERMS[byteAt(bytes, i - WINDOW_BYTES)] ?? 0;
    value = ((value << 8) | byteAt(bytes, i)) ^ leaving;
    if ((value & CUT_MASK) === CUT_TARGET) return i + 1;
  }
  return -1;
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
