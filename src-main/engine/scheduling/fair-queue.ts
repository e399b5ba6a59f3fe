import { DomainError } from '../../core/errors.ts';

export interface QueueLimits {
  /** Tasks that run at a time. */
  readonly atOnce: number;
  /** Tasks that wait for one of those to end. */
  readonly waiting: number;
}

interface Waiting {
  readonly begin: () => void;
  readonly refuse: (reason: unknown) => void;
}

/**
 * Lets some tasks run at a time. Others wait: those of one client in the order they came, and clients one task each in
 * turn. When too many wait, the client with the most of them is the one to come again.
 */
export class FairQueue {
  readonly #limits: QueueLimits;
  /** By client; whose turn is next comes first. None is empty. */
  readonly #waiting = new Map<string, Waiting[]>();
  #running = 0;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  /**
   * @param whose the client that asks: an address, an account
   * @param signal ends the wait: the task is of no use any more, and leaves its place to others
   * @throws DomainError `busy` when too many wait; what `task` throws; the reason of the signal
   */
  async run<T>(task: () => Promise<T>, whose = '', signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    await this.#begin(whose, signal);
    try {
      return await task();
    } finally {
      this.#end();
    }
  }

  async #begin(whose: string, signal: AbortSignal | undefined): Promise<void> {
    if (this.#running < this.#limits.atOnce) {
      this.#running += 1;
      return;
    }
    const own = this.#waiting.get(whose) ?? [];
    const all = [...this.#waiting.values()].reduce((sum, { length }) => sum + length, 0);
    if (all >= this.#limits.waiting) this.#makeRoom(own.length);
    const { promise, resolve: begin, reject: refuse } = Promise.withResolvers<void>();
    const waiting = { begin, refuse };
    own.push(waiting);
    this.#waiting.set(whose, own);
    const leave = () => this.#leave(whose, waiting, signal?.reason);
    signal?.addEventListener('abort', leave, { once: true });
    try {
      await promise;
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  }

  #leave(whose: string, waiting: Waiting, reason: unknown): void {
    const own = this.#waiting.get(whose) ?? [];
    const at = own.indexOf(waiting);
    // Its turn has come.
    if (at === -1) return;
    own.splice(at, 1);
    if (own.length === 0) this.#waiting.delete(whose);
    waiting.refuse(reason);
  }

  /** Refuses the last of the client that has more than the newcomer would have, else the newcomer. */
  #makeRoom(ownLength: number): void {
    const [most] = [...this.#waiting].sort(([, left], [, right]) => right.length - left.length);
    const last = most !== undefined && most[1].length > ownLength + 1 ? most[1].pop() : undefined;
    if (last === undefined) throw tooMany();
    last.refuse(tooMany());
  }

  /** A place goes to a client that waits, so that none that comes just now is faster. */
  #end(): void {
    const [first] = this.#waiting;
    if (first === undefined) {
      this.#running -= 1;
      return;
    }
    const [whose, tasks] = first;
    const next = tasks.shift();
    this.#waiting.delete(whose);
    if (tasks.length > 0) this.#waiting.set(whose, tasks);
    next?.begin();
  }
}

const tooMany = () => new DomainError('busy', { retryAfterSeconds: 1 });
