import { DomainError } from '../core/errors.ts';
import type { TurnLimits } from './turn-queue.ts';

/** What tasks of one sender may have of the turns of all. */
export interface TurnShare extends TurnLimits {
  readonly sender: string;
}

interface Waiting {
  readonly shares: readonly TurnShare[];
  readonly begin: () => void;
}

/** Lets some tasks run at a time. Others wait, in the order they came; beyond that a client had better come again. */
export class SharedTurns {
  readonly #limits: TurnLimits;
  readonly #running: (readonly TurnShare[])[] = [];
  #waiting: Waiting[] = [];

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /**
   * @param shares of whoever sends the task; all of them count
   * @throws DomainError `busy` when too many wait already, in all or of a sender; what `task` throws
   */
  async inTurn<T>(task: () => Promise<T>, shares: readonly TurnShare[] = []): Promise<T> {
    await this.#begin(shares);
    try {
      return await task();
    } finally {
      this.#end(shares);
    }
  }

  /**
   * As `inTurn`, for what ends elsewhere.
   * @returns what ends the turn
   */
  async take(shares: readonly TurnShare[] = []): Promise<() => void> {
    await this.#begin(shares);
    let isOver = false;
    return () => {
      if (!isOver) this.#end(shares);
      isOver = true;
    };
  }

  async #begin(shares: readonly TurnShare[]): Promise<void> {
    // Nobody who waits may begin as well, or it would have when a turn ended.
    if (this.#mayBegin(shares)) {
      this.#running.push(shares);
      return;
    }
    const waiting = this.#waiting.map((other) => other.shares);
    const isFull = shares.some((share) => countOf(share, waiting) >= share.waiting);
    if (isFull || waiting.length >= this.#limits.waiting)
      throw new DomainError('busy', { retryAfterSeconds: 1 });
    await new Promise<void>((begin) => this.#waiting.push({ shares, begin }));
  }

  #mayBegin(shares: readonly TurnShare[]): boolean {
    if (this.#running.length >= this.#limits.atOnce) return false;
    return shares.every((share) => countOf(share, this.#running) < share.atOnce);
  }

  /** Turns go to the first who wait and may have them, so that nobody who comes just now is faster. */
  #end(shares: readonly TurnShare[]): void {
    this.#running.splice(this.#running.indexOf(shares), 1);
    for (;;) {
      const next = this.#waiting.find((other) => this.#mayBegin(other.shares));
      if (next === undefined) return;
      this.#waiting = this.#waiting.filter((other) => other !== next);
      this.#running.push(next.shares);
      next.begin();
    }
  }
}

function countOf({ sender }: TurnShare, tasks: readonly (readonly TurnShare[])[]): number {
  return tasks.filter((shares) => shares.some((other) => other.sender === sender)).length;
}
