import type { LocalLibraryJson } from '../../../src-shared/libraries-api.ts';
import type { RetentionPlanJson } from '../../../src-shared/storage-api.ts';
import type { Api } from '../../api/api.ts';
import { problemOf } from '../../api/problem.ts';
import type { Problem } from '../../format/problem.ts';

type Added = 'bytes' | 'later_bytes' | 'versions' | 'removed_versions' | 'removed_deletions';

/**
 * What a retention would do to several libraries, for exactly the retention that is chosen: one library after another, as
 * each may take the server seconds. A library that changed meanwhile is asked about again.
 */
export class RetentionSums {
  readonly #api: Pick<Api, 'call' | 'events'>;
  /** By the ids of the libraries that the retention changes; null: still to be asked. */
  #plans = $state.raw<ReadonlyMap<string, RetentionPlanJson | null>>(new Map());
  #failed = $state.raw<{ readonly library: LocalLibraryJson; readonly problem: Problem } | null>(null);
  #libraries: readonly LocalLibraryJson[] = [];
  #days = 0;
  #asking: AbortController | null = null;

  constructor(api: Pick<Api, 'call' | 'events'>) {
    this.#api = api;
  }

  get total(): number {
    return this.#plans.size;
  }

  get done(): number {
    return [...this.#plans.values()].filter((plan) => plan !== null).length;
  }

  get isKnown(): boolean {
    return this.done === this.total;
  }

  /** The first library whose numbers could not be computed; nothing more is requested then. */
  get failed(): { readonly library: LocalLibraryJson; readonly problem: Problem } | null {
    return this.#failed;
  }

  sum(number: Added): number {
    return [...this.#plans.values()].reduce((sum, plan) => sum + (plan?.[number] ?? 0), 0);
  }

  ask(days: number, libraries: readonly LocalLibraryJson[]): void {
    this.#days = days;
    this.#libraries = libraries.filter((library) => library.keep_days !== days);
    this.#plans = new Map(this.#libraries.map(({ id }) => [id, null]));
    this.again();
  }

  /** Asks for what is still missing. */
  again(): void {
    this.#asking?.abort();
    this.#failed = null;
    this.#asking = new AbortController();
    void this.#loadAll(this.#asking.signal);
  }

  /** Follows what happens to the libraries until the returned function is called. */
  follow(): () => void {
    const stop = this.#api.events.on((event) => {
      if (event.type !== 'library' || !this.#plans.has(event.library_id)) return;
      this.#plans = new Map([...this.#plans, [event.library_id, null]]);
      this.again();
    });
    return () => {
      stop();
      this.#asking?.abort();
    };
  }

  async #loadAll(signal: AbortSignal): Promise<void> {
    for (const library of this.#libraries) {
      if (this.#plans.get(library.id) !== null) continue;
      const wanted = { library_id: library.id, keep_days: this.#days };
      try {
        const plan = await this.#api.call('GET libraries/:library_id/storage/retention/', wanted, { signal });
        if (signal.aborted) return;
        this.#plans = new Map([...this.#plans, [library.id, plan]]);
      } catch (error) {
        if (!signal.aborted) this.#failed = { library, problem: problemOf(error) };
        return;
      }
    }
  }
}
