import type { JobJson } from '../../src-shared/upkeep-api.ts';
import type { Problem } from '../format/problem.ts';
import type { Call } from './call.ts';
import { attempt, problemOf } from './problem.ts';

// Often enough to see it move, seldom enough to cost nothing.
const WATCH_MS = 700;

/** A background job that somebody begins and watches to its end. */
export class FollowedJob {
  readonly #call: Call;
  #job = $state.raw<JobJson | null>(null);
  #problem = $state.raw<Problem | null>(null);
  #isBusy = $state(false);
  #timer: ReturnType<typeof setTimeout> | null = null;
  #isStopped = false;

  constructor(call: Call) {
    this.#call = call;
  }

  /** Null until it has begun. */
  get job(): JobJson | null {
    return this.#job;
  }

  /** Why the last thing that was wanted failed. */
  get problem(): Problem | null {
    return this.#problem;
  }

  /** Something was asked for that is not answered yet. */
  get isBusy(): boolean {
    return this.#isBusy;
  }

  async begin(start: () => Promise<JobJson>): Promise<void> {
    await this.attempt(async () => {
      this.#job = await start();
      this.#watch();
    });
  }

  async cancel(): Promise<void> {
    const id = this.#job?.id ?? '';
    await this.attempt(async () => {
      this.#job = await this.#call('DELETE admin/jobs/:job_id/', { job_id: id });
    });
  }

  /** Does something that goes before it: one thing at a time, and its refusal is told here. */
  async attempt(work: () => Promise<void>): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    this.#problem = null;
    this.#problem = await attempt(work);
    this.#isBusy = false;
  }

  /** Nothing is wrong any more: something else is tried. */
  forgetProblem(): void {
    this.#problem = null;
  }

  /** Looks no more how far it is; the work goes on. */
  stop(): void {
    this.#isStopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  #watch(): void {
    if (this.#isStopped || this.#job?.state !== 'running') return;
    this.#timer = setTimeout(() => void this.#reload(), WATCH_MS);
  }

  async #reload(): Promise<void> {
    const id = this.#job?.id;
    try {
      const { jobs } = await this.#call('GET admin/jobs/');
      this.#job = jobs.find((job) => job.id === id) ?? this.#job;
      this.#problem = null;
    } catch (error) {
      this.#problem = problemOf(error);
    }
    this.#watch();
  }
}
