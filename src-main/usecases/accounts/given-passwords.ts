import { hashSecretText } from '../../core/access/token.ts';
import { PASSWORD_GIVEN_SECONDS } from '../../core/limits.ts';
import type { Clock } from '../../engine/ports.ts';

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
