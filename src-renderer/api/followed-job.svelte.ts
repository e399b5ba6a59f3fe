import type { JobJson } from '../../src-shared/upkeep-api.ts';
import type { Problem } from '../format/problem.ts';
import type { Call } from './call.ts';
import { attempt, problemOf } from './problem.ts';

// Often enough to see it move, seldom enough to cost nothing.
const WATCH_MS = 700;

/** A background job that the user starts and watches to its end. */
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

  /** Why the last request failed. */
  get problem(): Problem | null {
    return this.#problem;
  }

  /** A request is not answered yet. */
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

  /** Does something that has to precede the job: one thing at a time; a refusal becomes `problem`. */
  async attempt(work: () => Promise<void>): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    this.#problem = null;
    this.#problem = await attempt(work);
    this.#isBusy = false;
  }

  /** Clears the problem, as something else is tried. */
  forgetProblem(): void {
    this.#problem = null;
  }

  /** Stops watching the progress; the work goes on. */
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
