const DOUBLE_CLICK_MS = 500;

/**
 * Over when a double click that has begun must be done.
 * What comes up between its two clicks pushes another item, or itself, below the pointer.
 */
export class DoubleClickWait {
  #isOver = $state.raw(false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param isOver nothing is waited for */
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
