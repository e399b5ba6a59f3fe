/** Answers that take longer are felt as waiting. */
const LATE_MS = 2_500;
/** So long a late answer counts, when nothing else is asked. */
const LATE_LASTS_MS = 5_000;

/** Whether the service answers what it is asked in time. */
export class Pulse {
  #isLate = $state.raw(false);
  #end: ReturnType<typeof setTimeout> | undefined;

  /** An answer is overdue, or came late a moment ago. */
  get isLate(): boolean {
    return this.#isLate;
  }

  /** A question was asked; the answer is called when it has been answered. */
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
