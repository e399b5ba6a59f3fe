import { hash } from 'node:crypto';

/** The same bytes for the same seed. */
export function randomBytesOf(seed: string, count: number): Buffer {
  const parts: Buffer[] = [];
  for (let number = 0; number * 32 < count; number += 1)
    parts.push(hash('sha256', `${seed} ${number}`, 'buffer'));
  return Buffer.concat(parts).subarray(0, count);
}
