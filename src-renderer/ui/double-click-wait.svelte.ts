const DOUBLE_CLICK_MS = 500;

/**
 * Waits until a double click that has begun must be complete. Anything that appears between the two clicks moves another
 * item, or itself, under the pointer.
 */
export class DoubleClickWait {
  #isOver = $state.raw(false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param isOver true: there is nothing to wait for */
  constructor(isOver = false) {
    this.#isOver = isOver;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  begin(): void {
    this.#timer ??= setTimeout(() => this.end(), DOUBLE_CLICK_MS);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#isOver = true;
  }
}
