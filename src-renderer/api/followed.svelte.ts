import type { ServerEvent } from '../../src-shared/events.ts';
import type { Problem } from '../format/problem.ts';
import type { EventStream } from './event-stream.svelte.ts';
import { Fetched } from './fetched.svelte.ts';

interface FollowedOptions<T> {
  readonly events: Pick<EventStream, 'on' | 'onResume'>;
  readonly fetch: () => Promise<T>;
  /** Whether an event may have changed what was fetched. */
  readonly concerns: (event: ServerEvent) => boolean;
}

// While a large folder is taken in, heads move many times a second.
const REFETCH_GAP_MS = 1_000;

/** Something of the service that is fetched again when events say that it may have changed. */
export class Followed<T> {
  readonly #fetched = new Fetched<T>();
  readonly #options: FollowedOptions<T>;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(options: FollowedOptions<T>) {
    this.#options = options;
  }

  /** Null until the first answer. */
  get value(): T | null {
    return this.#fetched.value;
  }

  /** Why the last fetch failed; what was known before stays. */
  get problem(): Problem | null {
    return this.#fetched.problem;
  }

  /** Fetches and follows until the answer is called. */
  start(): () => void {
    const stopEvents = this.#options.events.on((event) => {
      if (this.#options.concerns(event)) this.#refetchSoon();
    });
    const stopResume = this.#options.events.onResume(() => void this.load());
    void this.load();
    return () => {
      stopEvents();
      stopResume();
      if (this.#timer !== null) clearTimeout(this.#timer);
    };
  }

  async load(): Promise<void> {
    await this.#fetched.load(this.#options.fetch);
  }

  #refetchSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      void this.load();
    }, REFETCH_GAP_MS);
  }
}
