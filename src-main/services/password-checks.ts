import {
  hashPassword,
  isPassword,
  type PasswordCost,
  SALT_BYTES,
  unmatchableHash,
} from '../core/access/password-hash.ts';
import { DerivationQueue } from './derivation-queue.ts';
import type { Ids } from './ports.ts';

/** Makes and checks password hashes, one at a time: a derivation takes 64 MiB and a whole processor core. */
export class PasswordChecks {
  readonly #cost: PasswordCost;
  readonly #ids: Ids;
  readonly #unmatchable: string;
  readonly #queue = new DerivationQueue();

  constructor(cost: PasswordCost, ids: Ids) {
    this.#cost = cost;
    this.#ids = ids;
    this.#unmatchable = unmatchableHash(cost);
  }

  /** @throws DomainError `busy` when eight others wait already */
  hash(password: string): Promise<string> {
    const salt = Buffer.from(this.#ids.hex(SALT_BYTES), 'hex');
    return this.#queue.inTurn(() => hashPassword(password, salt, this.#cost));
  }

  /**
   * Whether the password is the one behind `encoded`; null, for a user without password or no user at all, is false
   * and takes as long.
   * @throws DomainError `busy` when eight others wait already
   */
  async matches(password: string, encoded: string | null): Promise<boolean> {
    const isRight = await this.#queue.inTurn(() => isPassword(password, encoded ?? this.#unmatchable));
    return isRight && encoded !== null;
  }
}
