import { blockMemory, LEAST_OWN_BYTES } from '../../memory/block-memory.ts';
import {
  type BlockHasher,
  type HashedBlock,
  type HashOptions,
  hasherHere,
} from '../repository/block-hasher.ts';
import type { IdOf } from '../repository/verify.ts';
import { WorkerPool } from './worker-client.ts';

/** A block to be hashed, whose memory moves to the thread. */
export interface HashRequest {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** SHA-1 when it is known; null: to be computed. */
  readonly id: string | null;
  readonly withContentHash: boolean;
}

/** A block to be written to the start of an open file, whose memory moves to the thread. */
export interface WriteRequest {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly descriptor: number;
}

/** The same bytes back, and what they are called. */
export interface HashReply {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** SHA-1, lower-case hex. */
  readonly id: string;
  /** SHA-256; null when it was not asked for. */
  readonly sha256: Uint8Array | null;
}

/** The same bytes back, all of them written unless it failed. */
export interface WriteReply {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** What the system said; errors lose their codes between threads. */
  readonly failure: { readonly code: string; readonly message: string } | null;
}

export type BlockRequest = HashRequest | WriteRequest;
export type BlockReply = HashReply | WriteReply;

/** After so long without large blocks none are to be expected. */
const BURST_MS = 10_000;

/** Hashed in the time that a thread takes to start: a few photographs need none. */
const BYTES_BEFORE_THREAD = 16 * 1024 * 1024;

/** While one hashes a block, the one before it is written; more would wait for what the network brings. */
const THREADS = 2;

/**
 * Hashes and writes large blocks in threads, which are there only while there are many: hashing takes longer than all else
 * that is done with a large file, and beside the event loop it takes no time of other requests. A write in the system's
 * pool would come back to the event loop for each small step. Blocks are handed over, not copied.
 */
export class HashThreads implements BlockHasher {
  readonly #here: BlockHasher;
  readonly #bytesBefore: number;
  readonly #threads: WorkerPool<BlockRequest, BlockReply>;
  #burst = { bytes: 0, lastAtMs: 0 };

  /**
   * @param code where the threads' code is
   * @param idOf names the blocks that are hashed here
   * @param bytesBefore how much of large blocks is hashed here before a thread is worth it
   */
  constructor(code: URL, idOf: IdOf, bytesBefore = BYTES_BEFORE_THREAD) {
    this.#here = hasherHere(idOf);
    this.#bytesBefore = bytesBefore;
    this.#threads = new WorkerPool(THREADS, {
      code,
      purpose: 'hashes blocks',
      onIdle: () => blockMemory.drop(),
    });
  }

  async hash(block: Buffer, options: HashOptions): Promise<HashedBlock> {
    const view = ownView(block);
    if (view === null || !this.#isBusy(block.length)) return this.#here.hash(block, options);
    const { id: knownId = null, withContentHash } = options;
    const reply = await this.#threads.ask({ bytes: view, id: knownId, withContentHash }, [view.buffer]);
    if (!('id' in reply)) throw new Error('A block was to be hashed.');
    const { id, sha256 } = reply;
    return { bytes: asBuffer(reply.bytes), id, sha256: sha256 === null ? null : Buffer.from(sha256) };
  }

  /**
   * Writes a block to the start of an open file, in a thread, and gives its memory back: the block is empty afterwards,
   * however it ends. Null: no thread is there, and nothing was done. @throws what the disk says; `LostThread`
   */
  write(descriptor: number, block: Uint8Array): Promise<void> | null {
    const view = ownView(block);
    return view === null || !this.#threads.isRunning ? null : this.#write(descriptor, view);
  }

  async end(): Promise<void> {
    blockMemory.drop();
    await this.#threads.end();
  }

  async #write(descriptor: number, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const reply = await this.#threads.ask({ bytes, descriptor }, [bytes.buffer]);
    blockMemory.release(asBuffer(reply.bytes));
    if (!('failure' in reply)) throw new Error('A block was to be written.');
    const { failure } = reply;
    if (failure !== null) throw Object.assign(new Error(failure.message), { code: failure.code });
  }

  /** Whether so much came lately that a thread is worth it. */
  #isBusy(bytes: number): boolean {
    const nowMs = performance.now();
    const before = nowMs - this.#burst.lastAtMs > BURST_MS ? 0 : this.#burst.bytes;
    this.#burst = { bytes: before + bytes, lastAtMs: nowMs };
    return this.#threads.isRunning || before >= this.#bytesBefore;
  }
}

/** A block that can be handed over; null for small ones, whose memory may be shared, and which are not worth two messages. */
function ownView(block: Uint8Array): Uint8Array<ArrayBuffer> | null {
  const { buffer, byteOffset, byteLength } = block;
  // Both hashes of a block of 1 MiB take about 1 ms.
  if (byteLength < LEAST_OWN_BYTES || !(buffer instanceof ArrayBuffer)) return null;
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
