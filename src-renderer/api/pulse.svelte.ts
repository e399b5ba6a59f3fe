/** Answers that take longer than this feel like waiting. */
const LATE_MS = 2_500;
/** How long a late answer counts when no other request follows. */
const LATE_LASTS_MS = 5_000;

/** Whether the service answers requests in time. */
export class Pulse {
  #isLate = $state.raw(false);
  #end: ReturnType<typeof setTimeout> | undefined;

  /** An answer is overdue, or came late a moment ago. */
  get isLate(): boolean {
    return this.#isLate;
  }

  /** Notes a request; the returned function is to be called once that is answered. */
  ask(): () => void {
    let wasLate = false;
    const timer = setTimeout(() => {
      wasLate = true;
      this.#isLate = true;
      clearTimeout(this.#end);
    }, LATE_MS);
    return () => {
      clearTimeout(timer);
      clearTimeout(this.#end);
      if (wasLate) this.#end = setTimeout(this.#forget, LATE_LASTS_MS);
      else this.#forget();
    };
  }

  readonly #forget = (): void => {
    this.#isLate = false;
  };
}
