import { DomainError } from '../core/errors.ts';

export interface TurnLimits {
  /** Tasks that run at a time. */
  readonly atOnce: number;
  /** Tasks that wait for one of those to end. */
  readonly waiting: number;
}

/** Lets some tasks run at a time. Others wait, in the order they came; beyond that a client had better come again. */
export class TurnQueue {
  readonly #limits: TurnLimits;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /** @throws DomainError `busy` when too many wait already; what `task` throws */
  async inTurn<T>(task: () => Promise<T>): Promise<T> {
    await this.#begin();
    try {
      return await task();
    } finally {
      this.#end();
    }
  }

  async #begin(): Promise<void> {
    if (this.#running < this.#limits.atOnce) {
      this.#running += 1;
      return;
    }
    if (this.#waiting.length >= this.#limits.waiting) throw new DomainError('busy', { retryAfterSeconds: 1 });
    await new Promise<void>((begin) => this.#waiting.push(begin));
  }

  /** A turn goes to the first who waits, so that nobody who comes just now is faster. */
  #end(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#running -= 1;
    else next();
  }
}
