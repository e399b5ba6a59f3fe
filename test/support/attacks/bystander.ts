import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

/** Whose requests are timed, and on which server. */
export interface BystanderWork {
  readonly url: string;
  readonly token: string;
  readonly pid: number;
}

/** What a user experienced who only used the server while another one attacked it. */
export interface BystanderTold {
  readonly asked: number;
  readonly slowestMs: number;
  /** Answers other than 200, in words. */
  readonly refused: readonly string[];
  /** Resident memory of the server at its highest. */
  readonly mostMemoryBytes: number;
}

/** Uses the server from a thread of its own, so that what the attack costs its attacker is not counted. */
export class Bystander {
  readonly #thread: Worker;

  private constructor(thread: Worker) {
    this.#thread = thread;
  }

  /** Resolves when it has begun to send requests. */
  static async start(work: BystanderWork): Promise<Bystander> {
    const thread = new Worker(new URL('./bystander-thread.ts', import.meta.url), { workerData: work });
    await once(thread, 'message');
    return new Bystander(thread);
  }

  async stop(): Promise<BystanderTold> {
    const told = once(this.#thread, 'message');
    this.#thread.postMessage('stop');
    const [result] = (await told) as [BystanderTold];
    await this.#thread.terminate();
    return result;
  }
}

/** Resident memory of a process now. */
export function memoryOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
}
