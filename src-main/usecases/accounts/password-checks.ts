import {
  hashPassword,
  isPassword,
  type PasswordCost,
  SALT_BYTES,
  unmatchableHash,
} from '../../core/access/password-hash.ts';
import { hashSecretText } from '../../core/access/token.ts';
import type { Derive } from '../../core/derivation.ts';
import { PASSWORD_GIVEN_SECONDS, WAITING_PASSWORD_CHECKS } from '../../core/limits.ts';
import type { Clock, Ids } from '../../engine/ports.ts';
import { FairQueue } from '../../engine/scheduling/fair-queue.ts';

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

/**
 * Lets one derivation of a password run at a time: each takes a whole processor core and much memory, and a flood of
 * tries must not take them from everything else.
 */
export const createDerivationQueue = (): FairQueue =>
  new FairQueue({ atOnce: 1, waiting: WAITING_PASSWORD_CHECKS });

/** Tokens whose user has just given a password or a one-time code. In memory: it is short. */
export class GivenPasswords {
  readonly #clock: Clock;
  /** Hashes of tokens with when it was, the oldest first. */
  readonly #given = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  note(token: string): void {
    for (const [known, atSeconds] of this.#given) if (!this.#isRecent(atSeconds)) this.#given.delete(known);
    this.#given.set(nameOf(token), this.#clock.nowSeconds());
  }

  has(token: string): boolean {
    const atSeconds = this.#given.get(nameOf(token));
    return atSeconds !== undefined && this.#isRecent(atSeconds);
  }

  /** A clock that was set back must not stretch the time. */
  #isRecent(atSeconds: number): boolean {
    const age = this.#clock.nowSeconds() - atSeconds;
    return age >= 0 && age < PASSWORD_GIVEN_SECONDS;
  }
}

const nameOf = (token: string): string => hashSecretText(token).toString('hex');
