import { DomainError } from '../core/errors.ts';
import type { Clock } from './ports.ts';

/** Tries that a mistyping user has before waits begin. */
const FREE_FAILURES = 5;
const MAX_WAIT_SECONDS = 60;
const ADDRESS_WINDOW_MS = 60_000;
const ADDRESS_FAILURES = 10;
/** A pair with no failure for so long starts afresh. */
const FORGET_MS = 15 * 60_000;
/** About 2 MB at worst. More guessers at once than this push out the one that was quiet longest. */
const MAX_KEYS = 10_000;

interface PairFailures {
  readonly count: number;
  readonly lastMs: number;
}

/** Whose secret is tried, from where. */
export interface Guess {
  readonly account: string;
  readonly address: string;
}

/** One try to sign in. It counts as a failure until it is said to have succeeded. */
export interface SignInAttempt {
  readonly pairKey: string;
  readonly pairBefore: PairFailures | null;
  readonly address: string;
  readonly atMs: number;
}

/**
 * Slows password guessing: an account tried from one address waits 1, 2, 4 … 60 s after five failures, and an address
 * has ten failures a minute over all accounts. Nobody waits for what another address does.
 */
export class SignInThrottle {
  readonly #pairs = new Map<string, PairFailures>();
  readonly #addresses = new Map<string, readonly number[]>();

  /**
   * Refuses whoever has to wait, as far as the tries that are over say so. For before a check gets in line, so that
   * guessers do not fill the line.
   * @throws DomainError `throttled`
   */
  require({ account, address }: Guess, clock: Clock): void {
    const nowMs = clock.nowMs();
    this.#refuse(this.#pairOf(pairKeyOf(account, address), nowMs), this.#timesOf(address, nowMs), nowMs);
  }

  /**
   * Carries out a check, which gives null or false for a wrong secret. For within the turn of the check: several people
   * who know the secret may try at the same time, and none of those is a failure before it is over.
   * @throws DomainError `throttled`; what `check` throws, which does not count
   */
  async guard<T>({ account, address }: Guess, clock: Clock, check: () => Promise<T>): Promise<T> {
    const attempt = this.begin(account, address, clock.nowMs());
    let result: T;
    try {
      result = await check();
    } catch (error) {
      this.withdrawn(attempt);
      throw error;
    }
    if (result !== null && result !== false) this.succeeded(attempt);
    return result;
  }

  /**
   * Counts a try. Counting before the password is checked keeps parallel tries from slipping through together.
   * A refused try does not count.
   * @throws DomainError `throttled`
   */
  begin(account: string, address: string, nowMs: number): SignInAttempt {
    const pairKey = pairKeyOf(account, address);
    const pairBefore = this.#pairOf(pairKey, nowMs);
    const times = this.#timesOf(address, nowMs);
    this.#refuse(pairBefore, times, nowMs);
    putLast(this.#pairs, pairKey, { count: (pairBefore?.count ?? 0) + 1, lastMs: nowMs });
    putLast(this.#addresses, address, [...times, nowMs]);
    return { pairKey, pairBefore, address, atMs: nowMs };
  }

  /** The password was right: the pair starts afresh. Other failures of the address stay counted. */
  succeeded(attempt: SignInAttempt): void {
    this.#pairs.delete(attempt.pairKey);
    this.#uncountAddress(attempt);
  }

  /** The password was never checked. */
  withdrawn(attempt: SignInAttempt): void {
    const pair = this.#pairs.get(attempt.pairKey);
    if (pair !== undefined && pair.count > 1) {
      const lastMs = attempt.pairBefore?.lastMs ?? pair.lastMs;
      this.#pairs.set(attempt.pairKey, { count: pair.count - 1, lastMs });
    } else {
      this.#pairs.delete(attempt.pairKey);
    }
    this.#uncountAddress(attempt);
  }

  #refuse(pair: PairFailures | null, times: readonly number[], nowMs: number): void {
    const waitMs = Math.max(pairWaitMs(pair, nowMs), addressWaitMs(times, nowMs));
    if (waitMs > 0) throw new DomainError('throttled', { retryAfterSeconds: Math.ceil(waitMs / 1000) });
  }

  #pairOf(pairKey: string, nowMs: number): PairFailures | null {
    const pair = this.#pairs.get(pairKey);
    if (pair === undefined || nowMs - pair.lastMs >= FORGET_MS) return null;
    // A clock that was set back must not stretch the wait.
    return { count: pair.count, lastMs: Math.min(pair.lastMs, nowMs) };
  }

  #timesOf(address: string, nowMs: number): readonly number[] {
    const times = this.#addresses.get(address) ?? [];
    return times.filter((time) => time > nowMs - ADDRESS_WINDOW_MS && time <= nowMs);
  }

  #uncountAddress({ address, atMs }: SignInAttempt): void {
    const times = this.#addresses.get(address) ?? [];
    const index = times.indexOf(atMs);
    const rest = times.filter((_, position) => position !== index);
    if (rest.length === 0) this.#addresses.delete(address);
    else this.#addresses.set(address, rest);
  }
}

function pairKeyOf(account: string, address: string): string {
  return `${account}\0${address}`;
}

function pairWaitMs(pair: PairFailures | null, nowMs: number): number {
  if (pair === null || pair.count < FREE_FAILURES) return 0;
  const seconds = Math.min(MAX_WAIT_SECONDS, 2 ** (pair.count - FREE_FAILURES));
  return pair.lastMs + seconds * 1000 - nowMs;
}

function addressWaitMs(times: readonly number[], nowMs: number): number {
  const [oldest] = times;
  if (oldest === undefined || times.length < ADDRESS_FAILURES) return 0;
  return oldest + ADDRESS_WINDOW_MS - nowMs;
}

/** Makes the key the newest of the map, and drops the oldest when there are too many. */
function putLast<V>(map: Map<string, V>, key: string, value: V): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > MAX_KEYS && oldest !== undefined) map.delete(oldest);
}
