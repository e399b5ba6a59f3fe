/** Runs a few tasks at a time; others wait in order. */
export class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /** Runs the work when it is its turn, or as soon as `hurried` resolves. */
  async run<T>(work: () => Promise<T>, hurried: Promise<void>): Promise<T> {
    const hasPermit = await this.#take(hurried);
    try {
      return await work();
    } finally {
      if (hasPermit) this.#give();
    }
  }

  /** False when `hurried` came first. */
  async #take(hurried: Promise<void>): Promise<boolean> {
    if (this.#free > 0) {
      this.#free--;
      return true;
    }
    const turn = Promise.withResolvers<void>();
    this.#waiting.push(turn.resolve);
    await Promise.race([turn.promise, hurried]);
    const place = this.#waiting.indexOf(turn.resolve);
    // No longer queued: the turn was granted, perhaps just as `hurried` resolved.
    if (place === -1) return true;
    this.#waiting.splice(place, 1);
    return false;
  }

  #give(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free++;
    else next();
  }
}
