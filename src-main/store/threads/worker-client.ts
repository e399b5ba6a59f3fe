import { Worker } from 'node:worker_threads';

/** A request, or the answer to it, on its way: both have the same number. */
export type Numbered<Message extends object> = Message & { readonly number: number };

interface WorkerClientOptions {
  /** Where the thread's code is. */
  readonly code: URL;
  /** What it does, as in "the thread that hashes blocks". */
  readonly purpose: string;
  /** What it is told at its start; must be cloneable. */
  readonly workerData?: unknown;
  readonly maxYoungGenerationSizeMb?: number;
  /** Called when it has had nothing to do for a while, right before it is ended. */
  readonly onIdle?: () => void;
}

/** A thread ended with the requests that it had. */
class LostThread extends Error {
  constructor(purpose: string, cause: unknown) {
    super(`The thread that ${purpose} ended.`, { cause });
  }
}

/** A thread costs a few megabytes, and starts in some 30 ms. */
const IDLE_MS = 10_000;

interface Waiting<Reply> {
  readonly worker: Worker;
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: unknown) => void;
}

/** A thread that answers numbered requests; it is there only while there is work. */
export class WorkerClient<Request extends object, Reply extends object> {
  readonly #options: WorkerClientOptions;
  readonly #waiting = new Map<number, Waiting<Reply>>();
  #worker: Worker | null = null;
  #idle: NodeJS.Timeout | null = null;
  #count = 0;

  constructor(options: WorkerClientOptions) {
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#worker !== null;
  }

  /** Requests without an answer. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Starts the thread if it is not there. @throws `LostThread` when it ends without an answer */
  ask(request: Request, transfer: ArrayBuffer[] = []): Promise<Reply> {
    if (this.#idle !== null) clearTimeout(this.#idle);
    const worker = this.#worker ?? this.#start();
    this.#count += 1;
    const number = this.#count;
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, { worker, resolve, reject });
      const numbered: Numbered<Request> = { ...request, number };
      worker.postMessage(numbered, transfer);
    });
  }

  async end(): Promise<void> {
    if (this.#idle !== null) clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }

  #start(): Worker {
    const { code, purpose, workerData, maxYoungGenerationSizeMb } = this.#options;
    const worker = new Worker(code, {
      ...{ name: purpose, workerData },
      resourceLimits: maxYoungGenerationSizeMb === undefined ? {} : { maxYoungGenerationSizeMb },
    });
    worker.unref();
    worker.on('message', (reply: Numbered<Reply>) => this.#take(reply));
    let cause: unknown = null;
    worker.once('error', (error) => {
      cause = error;
    });
    worker.once('exit', () => this.#lose(worker, cause));
    this.#worker = worker;
    return worker;
  }

  #take(reply: Numbered<Reply>): void {
    this.#waiting.get(reply.number)?.resolve(reply);
    this.#waiting.delete(reply.number);
    if (this.#waiting.size === 0) this.#idle = setTimeout(() => void this.#rest(), IDLE_MS).unref();
  }

  #rest(): Promise<void> {
    this.#options.onIdle?.();
    return this.end();
  }

  /** The next request gets a new thread; what this one had is gone with its memory. */
  #lose(worker: Worker, cause: unknown): void {
    if (this.#worker === worker) this.#worker = null;
    for (const [number, waiting] of this.#waiting) {
      if (waiting.worker !== worker) continue;
      this.#waiting.delete(number);
      waiting.reject(new LostThread(this.#options.purpose, cause));
    }
  }
}

/** A few threads that answer alike; each is started when those before it have something to do. */
export class WorkerPool<Request extends object, Reply extends object> {
  readonly #threads: readonly WorkerClient<Request, Reply>[];

  constructor(count: number, options: WorkerClientOptions) {
    this.#threads = Array.from({ length: count }, () => new WorkerClient<Request, Reply>(options));
  }

  /** Whether any of them is. */
  get isRunning(): boolean {
    return this.#threads.some((thread) => thread.isRunning);
  }

  /** As `WorkerClient.ask`, of the one with least to do. @throws `LostThread` */
  ask(request: Request, transfer: ArrayBuffer[] = []): Promise<Reply> {
    const least = Math.min(...this.#threads.map(({ waiting }) => waiting));
    const free = this.#threads.filter(({ waiting }) => waiting === least);
    const thread = free.find(({ isRunning }) => isRunning) ?? free[0];
    if (thread === undefined) throw new Error('There are no threads.');
    return thread.ask(request, transfer);
  }

  async end(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.end()));
  }
}
