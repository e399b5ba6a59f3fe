import type { ServerEvent } from '../../src-shared/events.ts';
import type { Problem } from '../format/problem.ts';
import type { EventStream } from './event-stream.svelte.ts';
import { problemOf } from './problem.ts';

/**
 * The service's last answer. It stays while a new one is fetched; an answer overtaken by a newer request is dropped.
 */
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

  /** Why the last request failed. */
  get problem(): Problem | null {
    return this.#problem;
  }

  /** Null when the request failed or was overtaken. Never rejects. */
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

  /** Forgets the last answer, and any that is on its way. */
  clear(): void {
    this.#count += 1;
    this.#value = null;
    this.#problem = null;
  }
}

interface FollowedOptions<T> {
  readonly events: Pick<EventStream, 'on' | 'onResume'>;
  readonly fetch: () => Promise<T>;
  /** Whether an event may have changed what was fetched. */
  readonly concerns: (event: ServerEvent) => boolean;
}

// While a large folder is being ingested, heads move many times a second.
const REFETCH_GAP_MS = 1_000;

/** Data of the service that is fetched again when events say that it may have changed. */
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

  /** Fetches and follows until the returned function is called. */
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
