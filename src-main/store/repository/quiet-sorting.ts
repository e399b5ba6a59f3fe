import { yieldToEventLoop } from '../../engine/scheduling/yield-to-event-loop.ts';
import type { ObjectIndex } from '../sqlite/object-index.ts';

/** Longer than a client pauses while it stores a lot at once; after such a pause, sorting delays no client. */
const QUIET_MS = 10_000;

/** Sorts what came in bulk into the index once nothing has been recorded for a while. */
export class QuietSorting {
  readonly #index: Pick<ObjectIndex, 'isFull' | 'sortSome'>;
  readonly #timer: NodeJS.Timeout;
  /** Grows with everything that is recorded. */
  #recorded = 0;
  #hasEnded = false;

  constructor(index: Pick<ObjectIndex, 'isFull' | 'sortSome'>, quietMs: number = QUIET_MS) {
    this.#index = index;
    // An earlier process may have left some.
    this.#timer = setTimeout(() => void this.#sort(), quietMs);
    this.#timer.unref();
  }

  /** To be awaited after putting rows on record: more should not come before there is room for it. */
  async makeRoom(): Promise<void> {
    this.#recorded += 1;
    this.#timer.refresh();
    while (this.#index.isFull() && this.#index.sortSome()) await yieldToEventLoop();
  }

  end(): void {
    this.#hasEnded = true;
    clearTimeout(this.#timer);
  }

  async #sort(): Promise<void> {
    const before = this.#recorded;
    try {
      while (!this.#hasEnded && before === this.#recorded && this.#index.sortSome()) await yieldToEventLoop();
    } catch {
      // The rows are safe where they are. The next sorting tries again and reports what is wrong.
      if (!this.#hasEnded) this.#timer.refresh();
    }
  }
}
