import { contentHashOf, type IdOf } from './verify.ts';

/** A block and what it is called. */
export interface HashedBlock {
  readonly bytes: Buffer;
  readonly id: string;
  /** SHA-256; null when it was not asked for. */
  readonly sha256: Buffer | null;
}

export interface HashOptions {
  /** What the block is called, where that was computed already. */
  readonly id?: string;
  readonly withContentHash: boolean;
}

/** Names large blocks. */
export interface BlockHasher {
  /** Takes the memory of `bytes`, which must have no other user: only what it resolves to may be used afterwards. */
  hash(bytes: Buffer, options: HashOptions): Promise<HashedBlock>;
  end(): Promise<void>;
}

/** Hashes where it is called. */
export function hasherHere(idOf: IdOf): BlockHasher {
  return {
    hash: async (bytes, { id, withContentHash }) => ({
      bytes,
      id: id ?? idOf(bytes),
      sha256: withContentHash ? contentHashOf('block', bytes) : null,
    }),
    end: async () => undefined,
  };
}
