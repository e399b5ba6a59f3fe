import type { Timers } from '../ports.ts';

/** At most four a second, so that progress costs next to nothing; the last one always comes. */
const SPACING_MS = 250;

/** Calls `announce` soon after each `touch`, but not more often than four times a second. */
export class ThrottledEmitter {
  readonly #timers: Timers;
  readonly #announce: () => void;
  #isResting = false;
  #isWanted = false;
  #isClosed = false;

  constructor(timers: Timers, announce: () => void) {
    this.#timers = timers;
    this.#announce = announce;
  }

  touch(): void {
    if (this.#isClosed) return;
    if (this.#isResting) {
      this.#isWanted = true;
      return;
    }
    this.#isResting = true;
    this.#timers.after(SPACING_MS, () => {
      this.#isResting = false;
      if (!this.#isWanted) return;
      this.#isWanted = false;
      this.touch();
    });
    this.#announce();
  }

  close(): void {
    this.#isClosed = true;
  }
}
