/** Less than this share of a core is rest: an import takes more than a whole one, an idle service a thousandth. */
const REST_SHARE = 0.1;

/** V8 looks every 8 s whether to collect for the sake of memory, and does so twice: all threads have by then. */
const GIVE_BACK_MS = 40_000;

/** Decides when memory is given back: for a while after work, and never during it. */
export class MemoryAfterWork {
  #isWorking = true;
  #restedMs = 0;

  /**
   * Takes the time that all threads together worked, of the time that passed since the last call. True: begin to give
   * memory back; false: end it; null: all stays as it is.
   */
  note({ workedMs, passedMs }: { readonly workedMs: number; readonly passedMs: number }): boolean | null {
    const wasGivingBack = this.#isGivingBack;
    this.#isWorking = workedMs > REST_SHARE * passedMs;
    this.#restedMs = this.#isWorking ? 0 : this.#restedMs + passedMs;
    return this.#isGivingBack === wasGivingBack ? null : this.#isGivingBack;
  }

  get #isGivingBack(): boolean {
    return !this.#isWorking && this.#restedMs <= GIVE_BACK_MS;
  }
}
