/** Less than this share of a core is rest: an import takes more than a whole one, an idle service a thousandth. */
const REST_SHARE = 0.1;

/** V8 looks every 8 s whether to collect for the sake of memory, and does so twice: all threads have by then. */
const GIVE_BACK_MS = 20_000;

/** `begin` with giving memory back; it is `done`, all threads had their time; `interrupt` it, there is work again. */
export type GivingBack = 'begin' | 'done' | 'interrupt';

/** Decides when memory is given back: for a while after work, and never during it. */
export class MemoryAfterWork {
  #isWorking = true;
  #restedMs = 0;

  /**
   * Takes the time that all threads together worked, of the time that passed since the last call. Null: all stays as it
   * is.
   */
  note({ workedMs, passedMs }: { readonly workedMs: number; readonly passedMs: number }): GivingBack | null {
    const wasGivingBack = this.#isGivingBack;
    this.#isWorking = workedMs > REST_SHARE * passedMs;
    this.#restedMs = this.#isWorking ? 0 : this.#restedMs + passedMs;
    if (this.#isGivingBack === wasGivingBack) return null;
    if (this.#isGivingBack) return 'begin';
    return this.#isWorking ? 'interrupt' : 'done';
  }

  get #isGivingBack(): boolean {
    return !this.#isWorking && this.#restedMs <= GIVE_BACK_MS;
  }
}
