import {
  hashPassword,
  isPassword,
  type PasswordCost,
  SALT_BYTES,
  unmatchableHash,
} from '../core/access/password-hash.ts';
import { createDerivationQueue } from './derivation-queue.ts';
import type { Ids } from './ports.ts';

/** What goes with the check of a password, such as counting wrong ones. */
export type Guard = (check: () => Promise<boolean>) => Promise<boolean>;

const unguarded: Guard = (check) => check();

/** Makes and checks password hashes, one at a time: a derivation takes 64 MiB and a whole processor core. */
export class PasswordChecks {
  readonly #cost: PasswordCost;
  readonly #ids: Ids;
  readonly #unmatchable: string;
  readonly #queue = createDerivationQueue();

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
   * and takes as long. `guard` has the check carried out when it is its turn.
   * @throws DomainError `busy` when eight others wait already; what `guard` throws
   */
  async matches(password: string, encoded: string | null, guard: Guard = unguarded): Promise<boolean> {
    const check = async () => (await isPassword(password, encoded ?? this.#unmatchable)) && encoded !== null;
    return this.#queue.inTurn(() => guard(check));
  }
}
