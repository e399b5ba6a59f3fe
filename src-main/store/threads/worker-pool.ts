import { WorkerClient, type WorkerClientOptions } from './worker-client.ts';

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
