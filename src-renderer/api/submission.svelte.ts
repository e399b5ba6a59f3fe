import type { Problem } from '../format/problem.ts';
import { attempt } from './problem.ts';

/** The requests of a form, one at a time: whether one is under way, and why the last one was refused. */
export class Submission {
  #isBusy = $state.raw(false);
  #problem = $state.raw<Problem | null>(null);

  get isBusy(): boolean {
    return this.#isBusy;
  }

  get problem(): Problem | null {
    return this.#problem;
  }

  /** Forgets the refusal, for example when something else is typed. */
  clear(): void {
    this.#problem = null;
  }

  /** Whether it succeeded; while one is under way, no other is started. */
  async run(work: () => Promise<unknown>): Promise<boolean> {
    if (this.#isBusy) return false;
    this.#isBusy = true;
    this.#problem = null;
    this.#problem = await attempt(work);
    this.#isBusy = false;
    return this.#problem === null;
  }
}
