import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';

/** A request to the thumbnail thread. */
export interface ThumbnailRequest {
  /** The whole file. */
  readonly bytes: Uint8Array;
  /** Length of the longer side in pixels. */
  readonly size: number;
}

/** A PNG; null for anything but a picture, or one too large to open. */
export type ThumbnailReply = Uint8Array | null;

/** The largest allowed pictures take a second or two on a slow computer. */
const PATIENCE_MS = 15_000;
/** Opened pictures leave tens of megabytes behind, which are freed with the thread. */
const IDLE_MS = 10_000;

/**
 * One thread that makes one thumbnail after the other, and exists only while there are some to make. Pictures that take
 * too long, or too much memory, end it.
 */
export class ThumbnailThread {
  readonly #code: URL;
  readonly #oneAtATime = pLimit(1);
  #worker: Worker | null = null;
  #idle: NodeJS.Timeout | null = null;

  /** @param code address of the thread's code */
  constructor(code: URL) {
    this.#code = code;
  }

  /** A PNG; null for files that cannot be opened. */
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
      // The picture is at fault, or the computer lacks memory: there is no thumbnail now.
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
