import { DomainError } from '../../core/errors.ts';
import {
  FAILURES_PER_ACCOUNT,
  FAILURES_PER_ADDRESS_AND_MINUTE,
  FAILURES_PER_PAIR,
} from '../../core/limits.ts';
import type { Clock } from '../../engine/ports.ts';

const MAX_WAIT_SECONDS = 60;
const ADDRESS_WINDOW_MS = 60_000;
/** With no failure for so long a pair or an account starts afresh. */
const FORGET_MS = 15 * 60_000;
/** About 2 MB at worst. More guessers at once than this push out the one that was quiet longest. */
const MAX_KEYS = 10_000;

interface Failures {
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
  readonly pairBefore: Failures | null;
  readonly account: string;
  readonly accountBefore: Failures | null;
  readonly address: string;
  readonly atMs: number;
}

/**
 * Slows password guessing: an account tried from one address waits 1, 2, 4 … 60 s after five failures, tried from
 * several after ten, and an address has ten failures a minute over all accounts. Where the right password of an account
 * came from before, only the first of these counts: strangers cannot lock users out at home.
 */
export class SignInThrottle {
  readonly #pairs = new Map<string, Failures>();
  readonly #accounts = new Map<string, Failures>();
  readonly #addresses = new Map<string, readonly number[]>();
  /** Pairs of which the right password has come. */
  readonly #known = new Map<string, true>();

  /**
   * Refuses a client that has to wait, as far as the tries that are over say so. For before a check gets in line, so
   * that guessers do not fill the line.
   * @throws DomainError `throttled`
   */
  require({ account, address }: Guess, clock: Clock): void {
    this.#look(account, address, clock.nowMs());
  }

  /**
   * Carries out a check, which gives null or false for a wrong secret. For within the turn of the check: several people
   * who know the secret may try at the same time, and a check counts as a failure only once it is over.
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
    const { pairKey, pairBefore, accountBefore, times } = this.#look(account, address, nowMs);
    putLast(this.#pairs, pairKey, { count: (pairBefore?.count ?? 0) + 1, lastMs: nowMs });
    putLast(this.#accounts, account, { count: (accountBefore?.count ?? 0) + 1, lastMs: nowMs });
    putLast(this.#addresses, address, [...times, nowMs]);
    return { pairKey, pairBefore, account, accountBefore, address, atMs: nowMs };
  }

  /**
   * The password was right: the pair starts afresh and is known from now on. Other failures of the address and of the
   * account stay counted.
   */
  succeeded(attempt: SignInAttempt): void {
    this.#pairs.delete(attempt.pairKey);
    putLast(this.#known, attempt.pairKey, true);
    takeBack(this.#accounts, attempt.account, attempt.accountBefore);
    this.#uncountAddress(attempt);
  }

  /** The password was never checked. */
  withdrawn(attempt: SignInAttempt): void {
    takeBack(this.#pairs, attempt.pairKey, attempt.pairBefore);
    takeBack(this.#accounts, attempt.account, attempt.accountBefore);
    this.#uncountAddress(attempt);
  }

  /** @throws DomainError `throttled` for a client that has to wait */
  #look(account: string, address: string, nowMs: number) {
    const pairKey = `${account}\0${address}`;
    const pairBefore = failuresOf(this.#pairs, pairKey, nowMs);
    const accountBefore = failuresOf(this.#accounts, account, nowMs);
    const times = this.#timesOf(address, nowMs);
    const strangersWaitMs = this.#known.has(pairKey)
      ? 0
      : Math.max(waitMsOf(accountBefore, FAILURES_PER_ACCOUNT, nowMs), addressWaitMs(times, nowMs));
    const waitMs = Math.max(waitMsOf(pairBefore, FAILURES_PER_PAIR, nowMs), strangersWaitMs);
    if (waitMs > 0) throw new DomainError('throttled', { retryAfterSeconds: Math.ceil(waitMs / 1000) });
    return { pairKey, pairBefore, accountBefore, times };
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

/** Null when there were none for long. */
function failuresOf(all: ReadonlyMap<string, Failures>, key: string, nowMs: number): Failures | null {
  const failures = all.get(key);
  if (failures === undefined || nowMs - failures.lastMs >= FORGET_MS) return null;
  // A clock that was set back must not stretch the wait.
  return { count: failures.count, lastMs: Math.min(failures.lastMs, nowMs) };
}

function takeBack(all: Map<string, Failures>, key: string, before: Failures | null): void {
  const failures = all.get(key);
  if (failures === undefined || failures.count <= 1) all.delete(key);
  else all.set(key, { count: failures.count - 1, lastMs: before?.lastMs ?? failures.lastMs });
}

function waitMsOf(failures: Failures | null, free: number, nowMs: number): number {
  if (failures === null || failures.count < free) return 0;
  const seconds = Math.min(MAX_WAIT_SECONDS, 2 ** (failures.count - free));
  return failures.lastMs + seconds * 1000 - nowMs;
}

function addressWaitMs(times: readonly number[], nowMs: number): number {
  const [oldest] = times;
  if (oldest === undefined || times.length < FAILURES_PER_ADDRESS_AND_MINUTE) return 0;
  return oldest + ADDRESS_WINDOW_MS - nowMs;
}

/** Makes the key the newest of the map, and drops the oldest when there are too many. */
function putLast<V>(map: Map<string, V>, key: string, value: V): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > MAX_KEYS && oldest !== undefined) map.delete(oldest);
}
