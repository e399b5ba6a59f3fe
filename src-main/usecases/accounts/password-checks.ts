import {
  hashPassword,
  isPassword,
  type PasswordCost,
  SALT_BYTES,
  unmatchableHash,
} from '../../core/access/password-hash.ts';
import type { Derive } from '../../core/derivation.ts';
import type { Ids } from '../../engine/ports.ts';
import { createDerivationQueue } from './derivation-queue.ts';

/** Whose password is checked, and from where. */
export interface PasswordGuess {
  readonly password: string;
  /** Network address of the client: addresses take turns, so that no client waits for all tries of another. */
  readonly address: string;
  /** Carries the check out when it is its turn, and counts wrong ones. */
  readonly guard: (check: () => Promise<boolean>) => Promise<boolean>;
}

/** Makes and checks password hashes, one at a time: a derivation takes 64 MiB and a whole processor core. */
export class PasswordChecks {
  readonly #cost: PasswordCost;
  readonly #ids: Ids;
  readonly #derive: Derive;
  readonly #unmatchable: string;
  readonly #queue = createDerivationQueue();

  constructor(cost: PasswordCost, ids: Ids, derive: Derive) {
    this.#cost = cost;
    this.#ids = ids;
    this.#derive = derive;
    this.#unmatchable = unmatchableHash(cost);
  }

  /**
   * @param email whose request it is
   * @throws DomainError `busy` when too many wait already
   */
  hash(password: string, email: string): Promise<string> {
    const salt = Buffer.from(this.#ids.hex(SALT_BYTES), 'hex');
    return this.#queue.run(() => hashPassword(password, salt, this.#cost, this.#derive), email);
  }

  /**
   * Whether the password is the one behind `encoded`; null, for a user without password or no user at all, is false
   * and takes as long.
   * @throws DomainError `busy` when too many wait already; what `guard` throws
   */
  async matches({ password, address, guard }: PasswordGuess, encoded: string | null): Promise<boolean> {
    const hash = encoded ?? this.#unmatchable;
    const check = async () => (await isPassword(password, hash, this.#derive)) && encoded !== null;
    return this.#queue.run(() => guard(check), address);
  }
}
