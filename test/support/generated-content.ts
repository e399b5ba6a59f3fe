import { hash } from 'node:crypto';

/** How the recorded vectors describe content that is too large to record. */
export interface ContentGenerator {
  readonly kind: string;
  readonly hex?: string;
  readonly seed?: string;
  readonly parts?: readonly (ContentGenerator & { readonly size: number })[];
}

/** The content that `generator` describes, cut to `sizeBytes`. */
export function generatedContent(generator: ContentGenerator, sizeBytes: number): Buffer {
  const { kind, hex = '', seed = '', parts = [] } = generator;
  if (kind === 'repeat-hex') return Buffer.alloc(sizeBytes, Buffer.from(hex, 'hex'));
  if (kind === 'sha256-counter') return hashedCounter(seed, sizeBytes);
  if (kind === 'concat') return Buffer.concat(parts.map((part) => generatedContent(part, part.size)));
  throw new Error(`no generator ${kind}`);
}

/** SHA-256 of the seed and a 64-bit little-endian counter, one digest after the other. */
function hashedCounter(seed: string, sizeBytes: number): Buffer {
  const content = Buffer.allocUnsafe(Math.ceil(sizeBytes / 32) * 32);
  const seedBytes = Buffer.from(seed);
  const input = Buffer.concat([seedBytes], seedBytes.length + 8);
  for (let offset = 0, counter = 0; offset < sizeBytes; offset += 32, counter++) {
    input.writeUInt32LE(counter, seedBytes.length);
    // As text: half the time of a buffer for each digest.
    content.write(hash('sha256', input, 'binary'), offset, 'binary');
  }
  return content.subarray(0, sizeBytes);
}

/** Pseudo-random bytes: the states of xorshift32, little-endian, after each step. */
export function xorshiftContent(seed: number, sizeBytes: number): Buffer {
  const content = Buffer.allocUnsafe(Math.ceil(sizeBytes / 4) * 4);
  let state = seed;
  for (let offset = 0; offset < sizeBytes; offset += 4) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    content.writeInt32LE(state | 0, offset);
  }
  return content.subarray(0, sizeBytes);
}
