import { LRUCache } from 'lru-cache';
import type { SignInRefusal } from '../../../src-shared/refusals.ts';
import { hashSecretText } from '../../core/access/token.ts';
import type { Clock, Ids } from '../../engine/ports.ts';

const CODE_BYTES = 16;
export const CODE_SECONDS = 15 * 60;
/** A start or an open window takes one; one more takes the place of the oldest. */
const MAX_CODES = 100;

interface IssuedCode {
  readonly userKey: number;
  readonly expiresAtSeconds: number;
  readonly isSpent: boolean;
}

/** One-time codes that open the UI without a password. They live in memory, for 15 minutes. */
export class SignInCodes {
  readonly #clock: Clock;
  readonly #ids: Ids;
  /** By the SHA-256 of the code: a lookup tells nothing about how much of a guess was right. */
  readonly #codes = new LRUCache<string, IssuedCode>({ max: MAX_CODES });

  constructor(clock: Clock, ids: Ids) {
    this.#clock = clock;
    this.#ids = ids;
  }

  /** 32 hex digits. */
  issue(userKey: number): string {
    const code = this.#ids.hex(CODE_BYTES);
    const expiresAtSeconds = this.#clock.nowSeconds() + CODE_SECONDS;
    this.#codes.set(keyOf(code), { userKey, expiresAtSeconds, isSpent: false });
    return code;
  }

  /** The user of the code, which is spent by this; else why it opens nothing: `link-over` too for one that never was. */
  redeem(code: string): number | SignInRefusal {
    const key = keyOf(code);
    const issued = this.#codes.get(key);
    if (issued?.isSpent) return 'link-used';
    if (issued === undefined || this.#clock.nowSeconds() >= issued.expiresAtSeconds) return 'link-over';
    this.#codes.set(key, { ...issued, isSpent: true });
    return issued.userKey;
  }

  /** Makes a code valid again when the sign-in it was spent on failed. Its time runs on. */
  giveBack(code: string): void {
    const key = keyOf(code);
    const issued = this.#codes.get(key);
    if (issued !== undefined) this.#codes.set(key, { ...issued, isSpent: false });
  }
}

function keyOf(code: string): string {
  return hashSecretText(code).toString('hex');
}
