/** Answers that take longer are felt as waiting. */
const LATE_MS = 2_500;

/** Whether the service answers what it is asked in time. */
export class Pulse {
  #isLate = $state.raw(false);

  /** One is waited for too long, or the last one came late. */
  get isLate(): boolean {
    return this.#isLate;
  }

  /** A question was asked; the answer is called when it has been answered. */
  ask(): () => void {
    let wasLate = false;
    const timer = setTimeout(() => {
      wasLate = true;
      this.#isLate = true;
    }, LATE_MS);
    return () => {
      clearTimeout(timer);
      this.#isLate = wasLate;
    };
  }
}
