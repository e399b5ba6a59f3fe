import {
  hashPassword,
  isPassword,
  type PasswordCost,
  SALT_BYTES,
  unmatchableHash,
} from '../core/access/password-hash.ts';
import { DomainError } from '../core/errors.ts';
import type { Ids } from './ports.ts';

/** With a third of a second each, the last in the queue waits three seconds; beyond that a client had better retry. */
const QUEUE_LENGTH = 8;

/**
 * Makes and checks password hashes, one at a time: a derivation takes 64 MiB and a whole processor core, and a flood
 * of sign-ins must not take them from everything else.
 */
export class PasswordChecks {
  readonly #cost: PasswordCost;
  readonly #ids: Ids;
  readonly #unmatchable: string;
  #last: Promise<unknown> = Promise.resolve();
  /** Derivations running or waiting. */
  #pending = 0;

  constructor(cost: PasswordCost, ids: Ids) {
    this.#cost = cost;
    this.#ids = ids;
    this.#unmatchable = unmatchableHash(cost);
  }

  /** @throws DomainError `busy` when eight others wait already */
  hash(password: string): Promise<string> {
    const salt = Buffer.from(this.#ids.hex(SALT_BYTES), 'hex');
    return this.#inTurn(() => hashPassword(password, salt, this.#cost));
  }

  /**
   * Whether the password is the one behind `encoded`; null, for a user without password or no user at all, is false
   * and takes as long.
   * @throws DomainError `busy` when eight others wait already
   */
  async matches(password: string, encoded: string | null): Promise<boolean> {
    const isRight = await this.#inTurn(() => isPassword(password, encoded ?? this.#unmatchable));
    return isRight && encoded !== null;
  }

  async #inTurn<T>(derive: () => Promise<T>): Promise<T> {
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
