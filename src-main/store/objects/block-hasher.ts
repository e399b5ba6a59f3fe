import { Worker } from 'node:worker_threads';
import { dropMemory, LEAST_OWN_BYTES } from '../../core/blocks/block-memory.ts';
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

/** The thread costs a few megabytes, and starts in some 30 ms. */
const IDLE_MS = 10_000;

/** Hashed in the time that the thread takes to start: a few photographs need none. */
const BYTES_BEFORE_THREAD = 16 * 1024 * 1024;

interface Waiting {
  readonly worker: Worker;
  readonly resolve: (hashed: HashedBlock) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Hashes large blocks in a thread, which is there only while there are many: hashing takes longer than all else that is
 * done with a large file, and beside the event loop it takes no time of other requests. Blocks are handed over, not copied.
 */
export class HashThread implements BlockHasher {
  readonly #code: URL;
  readonly #here: BlockHasher;
  readonly #bytesBefore: number;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | null = null;
  #idle: NodeJS.Timeout | null = null;
  #count = 0;
  #burst = { bytes: 0, lastAtMs: 0 };

  /**
   * @param code where the thread's code is
   * @param idOf names the blocks that are hashed here
   * @param bytesBefore how much of large blocks is hashed here before a thread is worth it
   */
  constructor(code: URL, idOf: IdOf, bytesBefore = BYTES_BEFORE_THREAD) {
    this.#code = code;
    this.#here = hasherHere(idOf);
    this.#bytesBefore = bytesBefore;
  }

  hash(bytes: Buffer, options: { readonly withContentHash: boolean }): Promise<HashedBlock> {
    const { buffer } = bytes;
    // Both hashes of a block of 1 MiB take about 1 ms, which is worth two messages.
    if (bytes.length < LEAST_OWN_BYTES || !(buffer instanceof ArrayBuffer) || !this.#isBusy(bytes.length))
      return this.#here.hash(bytes, options);
    if (this.#idle !== null) clearTimeout(this.#idle);
    const worker = this.#worker ?? this.#start();
    this.#count += 1;
    const number = this.#count;
    const view = new Uint8Array(buffer, bytes.byteOffset, bytes.byteLength);
    const request: HashRequest = { number, bytes: view, ...options };
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, { worker, resolve, reject });
      worker.postMessage(request, [buffer]);
    });
  }

  /** Whether so much came lately that a thread is worth it. */
  #isBusy(bytes: number): boolean {
    const nowMs = performance.now();
    const before = nowMs - this.#burst.lastAtMs > IDLE_MS ? 0 : this.#burst.bytes;
    this.#burst = { bytes: before + bytes, lastAtMs: nowMs };
    return this.#worker !== null || before >= this.#bytesBefore;
  }

  async end(): Promise<void> {
    if (this.#idle !== null) clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = null;
    dropMemory();
    await worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(this.#code, { name: 'hashing' });
    worker.unref();
    worker.on('message', (reply: HashReply) => this.#take(reply));
    let cause: unknown = null;
    worker.once('error', (error) => {
      cause = error;
    });
    worker.once('exit', () => this.#lose(worker, cause));
    this.#worker = worker;
    return worker;
  }

  #take({ number, bytes: { buffer, byteOffset, byteLength }, id, sha256 }: HashReply): void {
    const bytes = Buffer.from(buffer, byteOffset, byteLength);
    this.#waiting.get(number)?.resolve({ bytes, id, sha256: sha256 === null ? null : Buffer.from(sha256) });
    this.#waiting.delete(number);
    if (this.#waiting.size === 0) this.#idle = setTimeout(() => void this.end(), IDLE_MS).unref();
  }

  /** The next block gets a new thread; those of this one are gone with its memory. */
  #lose(worker: Worker, cause: unknown): void {
    if (this.#worker === worker) this.#worker = null;
    for (const [number, waiting] of this.#waiting) {
      if (waiting.worker !== worker) continue;
      this.#waiting.delete(number);
      waiting.reject(new Error('The thread that hashes blocks ended.', { cause }));
    }
  }
}
