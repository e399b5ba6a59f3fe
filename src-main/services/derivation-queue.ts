import { DomainError } from '../core/errors.ts';

/** With a third of a second each, the last in the queue waits three seconds; beyond that a client had better retry. */
const QUEUE_LENGTH = 8;

/**
 * Lets one derivation of a password run at a time: each takes a whole processor core and much memory, and a flood of
 * tries must not take them from everything else.
 */
export class DerivationQueue {
  #last: Promise<unknown> = Promise.resolve();
  /** Derivations running or waiting. */
  #pending = 0;

  /** @throws DomainError `busy` when eight others wait already */
  async inTurn<T>(derive: () => Promise<T>): Promise<T> {
    if (this.#pending > QUEUE_LENGTH) throw new DomainError('busy', { retryAfterSeconds: 1 });
    this.#pending += 1;
    const turn = this.#last.then(derive);
    this.#last = Promise.allSettled([turn]);
    try {
      return await turn;
    } finally {
      this.#pending -= 1;
    }
  }
}
