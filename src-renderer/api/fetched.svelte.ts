import type { Problem } from '../format/problem.ts';
import { problemOf } from './problem.ts';

/** What the service answered last. What was known before stays meanwhile; an answer that is overtaken is dropped. */
export class Fetched<T> {
  #value = $state.raw<T | null>(null);
  #problem = $state.raw<Problem | null>(null);
  #count = 0;

  /** Null until the first answer. */
  get value(): T | null {
    return this.#value;
  }

  set value(value: T | null) {
    this.#value = value;
  }

  /** Why the last one failed. */
  get problem(): Problem | null {
    return this.#problem;
  }

  /** Null when it failed or was overtaken. Never rejects. */
  async load(fetch: () => Promise<T>): Promise<T | null> {
    this.#count += 1;
    const mine = this.#count;
    try {
      const value = await fetch();
      if (mine !== this.#count) return null;
      this.#problem = null;
      this.#value = value;
      return value;
    } catch (error) {
      if (mine === this.#count) this.#problem = problemOf(error);
      return null;
    }
  }

  /** Forgets what was answered, and what is on its way. */
  clear(): void {
    this.#count += 1;
    this.#value = null;
    this.#problem = null;
  }
}
