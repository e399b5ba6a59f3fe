import { DomainError } from '../../core/errors.ts';

/** Lets one piece of work of a key go on at a time. Others are refused, where a lock would have them wait. */
export class Exclusive {
  readonly #taken = new Set<string>();
  readonly #retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    this.#retryAfterSeconds = retryAfterSeconds;
  }

  isTaken(key = ''): boolean {
    return this.#taken.has(key);
  }

  /** @returns what gives it up. @throws DomainError `busy` while it is taken */
  take(key = ''): () => void {
    if (this.#taken.has(key)) throw new DomainError('busy', { retryAfterSeconds: this.#retryAfterSeconds });
    this.#taken.add(key);
    return () => this.#taken.delete(key);
  }

  /** @throws DomainError `busy` while it is taken; what `work` throws */
  async run<T>(work: () => Promise<T>, key = ''): Promise<T> {
    const release = this.take(key);
    try {
      return await work();
    } finally {
      release();
    }
  }
}
