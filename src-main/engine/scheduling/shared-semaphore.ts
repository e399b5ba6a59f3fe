import { DomainError } from '../../core/errors.ts';
import type { QueueLimits } from './fair-queue.ts';

/** What tasks of one sender may have of the turns of all. */
export interface SemaphoreShare extends QueueLimits {
  readonly sender: string;
}

interface SemaphoreLimits extends QueueLimits {
  /** How long a task may wait; absent: until its turn comes. */
  readonly waitSeconds?: number;
}

interface Waiting {
  readonly shares: readonly SemaphoreShare[];
  readonly begin: () => void;
}

/** For a task that has waited in vain: the others take as long as they have taken. */
const RETRY_AFTER_SECONDS = 60;

/** Lets some tasks run at a time. Others wait, in the order they came; beyond that a client had better come again. */
export class SharedSemaphore {
  readonly #limits: SemaphoreLimits;
  readonly #running: (readonly SemaphoreShare[])[] = [];
  #waiting: Waiting[] = [];

  constructor(limits: SemaphoreLimits) {
    this.#limits = limits;
  }

  /**
   * @param shares of the sender of the task; all of them count
   * @throws DomainError `busy` when too many wait already, in all or of a sender, or it has waited for too long; what
   *   `task` throws
   */
  async run<T>(task: () => Promise<T>, shares: readonly SemaphoreShare[] = []): Promise<T> {
    await this.#begin(shares);
    try {
      return await task();
    } finally {
      this.#end(shares);
    }
  }

  /**
   * As `run`, for what ends elsewhere.
   * @returns what ends the turn
   */
  async take(shares: readonly SemaphoreShare[] = []): Promise<() => void> {
    await this.#begin(shares);
    let isOver = false;
    return () => {
      if (!isOver) this.#end(shares);
      isOver = true;
    };
  }

  async #begin(shares: readonly SemaphoreShare[]): Promise<void> {
    // No task that waits may begin as well, or it would have when a turn ended.
    if (this.#mayBegin(shares)) {
      this.#running.push(shares);
      return;
    }
    const waiting = this.#waiting.map((other) => other.shares);
    const isFull = shares.some((share) => countOf(share, waiting) >= share.waiting);
    if (isFull || waiting.length >= this.#limits.waiting)
      throw new DomainError('busy', { retryAfterSeconds: 1 });
    await this.#wait(shares);
  }

  #wait(shares: readonly SemaphoreShare[]): Promise<void> {
    const { waitSeconds } = this.#limits;
    return new Promise((resolve, reject) => {
      const waiting = { shares, begin };
      const giveUp = (): void => {
        this.#waiting = this.#waiting.filter((other) => other !== waiting);
        reject(new DomainError('busy', { retryAfterSeconds: RETRY_AFTER_SECONDS }));
      };
      const timer = waitSeconds === undefined ? undefined : setTimeout(giveUp, waitSeconds * 1000);
      function begin(): void {
        clearTimeout(timer);
        resolve();
      }
      timer?.unref();
      this.#waiting.push(waiting);
    });
  }

  #mayBegin(shares: readonly SemaphoreShare[]): boolean {
    if (this.#running.length >= this.#limits.atOnce) return false;
    return shares.every((share) => countOf(share, this.#running) < share.atOnce);
  }

  /** Places go to the first that wait and may have them, so that none that comes just now is faster. */
  #end(shares: readonly SemaphoreShare[]): void {
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

function countOf({ sender }: SemaphoreShare, tasks: readonly (readonly SemaphoreShare[])[]): number {
  return tasks.filter((shares) => shares.some((other) => other.sender === sender)).length;
}
