import type { RetentionPlanJson } from '../../../src-shared/storage-api.ts';
import type { Api } from '../../api/api.ts';
import { problemOf } from '../../api/problem.ts';
import type { Problem } from '../../format/problem.ts';

/** While a slider keeps moving, nothing is requested. */
const REST_MS = 250;

/**
 * What another retention of a library would do, for exactly the retention that is chosen. An answer for another one, or from
 * before something in the library changed, is never shown: the plan is null then, and is fetched again.
 */
export class RetentionPlan {
  readonly #api: Pick<Api, 'call' | 'events'>;
  readonly #libraryId: string;
  /** Null: nothing is requested. */
  #days: number | null = null;
  #plan = $state.raw<RetentionPlanJson | null>(null);
  #problem = $state.raw<Problem | null>(null);
  #asking: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(api: Pick<Api, 'call' | 'events'>, libraryId: string) {
    this.#api = api;
    this.#libraryId = libraryId;
  }

  /** Null while it is computed, and when nothing is requested. */
  get plan(): RetentionPlanJson | null {
    return this.#plan;
  }

  get problem(): Problem | null {
    return this.#problem;
  }

  /** @param days null: nothing is requested any more */
  ask(days: number | null): void {
    this.#end();
    this.#days = days;
    if (days === null) return;
    this.#timer = setTimeout(() => void this.#load(days), REST_MS);
  }

  /** Repeats the last request. */
  again(): void {
    this.ask(this.#days);
  }

  /** Follows what happens to the library until the returned function is called. */
  follow(): () => void {
    const stop = this.#api.events.on((event) => {
      const isOurs = event.type === 'library' && event.library_id === this.#libraryId;
      if (this.#days !== null && (isOurs || event.type === 'libraries')) this.again();
    });
    return () => {
      stop();
      this.#end();
    };
  }

  #end(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#asking?.abort();
    this.#asking = null;
    this.#plan = null;
    this.#problem = null;
  }

  async #load(days: number): Promise<void> {
    const asking = new AbortController();
    this.#asking = asking;
    const wanted = { library_id: this.#libraryId, keep_days: days };
    try {
      const plan = await this.#api.call('GET libraries/:library_id/storage/retention/', wanted, {
        signal: asking.signal,
      });
      if (this.#asking === asking) this.#plan = plan;
    } catch (error) {
      if (this.#asking === asking) this.#problem = problemOf(error);
    }
  }
}
