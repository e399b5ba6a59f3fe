import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';

/** What the thread that makes thumbnails is asked. */
export interface ThumbnailRequest {
  /** A file, from its first byte to its last. */
  readonly bytes: Uint8Array;
  /** Pixels of the longer side. */
  readonly size: number;
}

/** A PNG; null for what is no picture, or one too large to be opened. */
export type ThumbnailReply = Uint8Array | null;

/** The largest pictures that may be opened take a second or two on a slow computer. */
const PATIENCE_MS = 15_000;
/** Opened pictures leave tens of megabytes behind, which end with the thread. */
const IDLE_MS = 10_000;

/**
 * One thread that makes one thumbnail after the other, and is there only while there are some to make. What takes too
 * long, or more memory than there is, ends with it.
 */
export class ThumbnailThread {
  readonly #code: URL;
  readonly #oneAtATime = pLimit(1);
  #worker: Worker | null = null;
  #idle: NodeJS.Timeout | null = null;

  /** @param code where the thread's code is */
  constructor(code: URL) {
    this.#code = code;
  }

  /** A PNG; null for what cannot be opened. */
  make(request: ThumbnailRequest): Promise<ThumbnailReply> {
    return this.#oneAtATime(() => this.#ask(request));
  }

  async end(): Promise<void> {
    if (this.#idle !== null) clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }

  async #ask(request: ThumbnailRequest): Promise<ThumbnailReply> {
    if (this.#idle !== null) clearTimeout(this.#idle);
    const worker = this.#worker ?? this.#start();
    worker.postMessage(request);
    try {
      const [reply] = await once(worker, 'message', { signal: AbortSignal.timeout(PATIENCE_MS) });
      this.#idle = setTimeout(() => void this.end(), IDLE_MS).unref();
      return reply as ThumbnailReply;
    } catch {
      // The picture is at fault, or the memory of the computer: either way this one has no thumbnail now.
      await this.end();
      return null;
    }
  }

  #start(): Worker {
    const worker = new Worker(this.#code, {
      name: 'thumbnails',
      resourceLimits: { maxOldGenerationSizeMb: 64 },
    });
    worker.unref();
    worker.on('error', () => undefined);
    worker.once('exit', () => {
      if (this.#worker === worker) this.#worker = null;
    });
    this.#worker = worker;
    return worker;
  }
}
