import { dropMemory, LEAST_OWN_BYTES } from '../../core/blocks/block-memory.ts';
import { AnsweringThread } from './answering-thread.ts';
import { contentHashOf } from './content-hash.ts';
import type { HashReply, HashRequest } from './hash-messages.ts';
import type { IdOf } from './verify.ts';

/** A block and what it is called. */
export interface HashedBlock {
  readonly bytes: Buffer;
  readonly id: string;
  /** SHA-256; null when it was not asked for. */
  readonly sha256: Buffer | null;
}

/** Names large blocks. */
export interface BlockHasher {
  /** Takes the memory of `bytes`, which must be nobody else's: only what it resolves to may be used afterwards. */
  hash(bytes: Buffer, options: { readonly withContentHash: boolean }): Promise<HashedBlock>;
  end(): Promise<void>;
}

/** Hashes where it is called. */
export function hasherHere(idOf: IdOf): BlockHasher {
  return {
    hash: async (bytes, { withContentHash }) => ({
      ...{ bytes, id: idOf(bytes) },
      sha256: withContentHash ? contentHashOf('block', bytes) : null,
    }),
    end: async () => undefined,
  };
}

/** After so long without large blocks none are to be expected. */
const BURST_MS = 10_000;

/** Hashed in the time that the thread takes to start: a few photographs need none. */
const BYTES_BEFORE_THREAD = 16 * 1024 * 1024;

/**
 * Hashes large blocks in a thread, which is there only while there are many: hashing takes longer than all else that is
 * done with a large file, and beside the event loop it takes no time of other requests. Blocks are handed over, not copied.
 */
export class HashThread implements BlockHasher {
  readonly #here: BlockHasher;
  readonly #bytesBefore: number;
  readonly #thread: AnsweringThread<HashRequest, HashReply>;
  #burst = { bytes: 0, lastAtMs: 0 };

  /**
   * @param code where the thread's code is
   * @param idOf names the blocks that are hashed here
   * @param bytesBefore how much of large blocks is hashed here before a thread is worth it
   */
  constructor(code: URL, idOf: IdOf, bytesBefore = BYTES_BEFORE_THREAD) {
    this.#here = hasherHere(idOf);
    this.#bytesBefore = bytesBefore;
    this.#thread = new AnsweringThread({ code, purpose: 'hashes blocks', onIdle: dropMemory });
  }

  async hash(bytes: Buffer, options: { readonly withContentHash: boolean }): Promise<HashedBlock> {
    const { buffer } = bytes;
    // Both hashes of a block of 1 MiB take about 1 ms, which is worth two messages.
    if (bytes.length < LEAST_OWN_BYTES || !(buffer instanceof ArrayBuffer) || !this.#isBusy(bytes.length))
      return this.#here.hash(bytes, options);
    const view = new Uint8Array(buffer, bytes.byteOffset, bytes.byteLength);
    const { bytes: back, id, sha256 } = await this.#thread.ask({ bytes: view, ...options }, [buffer]);
    return {
      ...{ bytes: Buffer.from(back.buffer, back.byteOffset, back.byteLength), id },
      sha256: sha256 === null ? null : Buffer.from(sha256),
    };
  }

  /** Whether so much came lately that a thread is worth it. */
  #isBusy(bytes: number): boolean {
    const nowMs = performance.now();
    const before = nowMs - this.#burst.lastAtMs > BURST_MS ? 0 : this.#burst.bytes;
    this.#burst = { bytes: before + bytes, lastAtMs: nowMs };
    return this.#thread.isRunning || before >= this.#bytesBefore;
  }

  async end(): Promise<void> {
    dropMemory();
    await this.#thread.end();
  }
}
