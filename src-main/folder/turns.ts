/** Lets a few pieces of work run at a time, the others wait in order. */
export class Turns {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /** Runs the work when it is its turn; or without waiting any longer once `hurried` resolves. */
  async run<T>(work: () => Promise<T>, hurried: Promise<void>): Promise<T> {
    const turn = this.#take();
    const hasTurn = await Promise.race([turn.then(() => true), hurried.then(() => false)]);
    try {
      return await work();
    } finally {
      if (hasTurn) this.#give();
      else void turn.then(() => this.#give());
    }
  }

  async #take(): Promise<void> {
    if (this.#free > 0) {
      this.#free--;
      return;
    }
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #give(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free++;
    else next();
  }
}
