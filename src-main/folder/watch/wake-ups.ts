import type { Timers } from '../ports.ts';

/** Calls that a linked folder waits for; one of each name, and a new one replaces the old. */
export class WakeUps<Name extends string> {
  readonly #timers: Timers;
  readonly #cancels = new Map<Name, () => void>();

  constructor(timers: Timers) {
    this.#timers = timers;
  }

  set(name: Name, delayMs: number, work: () => void): void {
    this.cancel(name);
    this.#cancels.set(name, this.#timers.after(delayMs, work));
  }

  cancel(name: Name): void {
    this.#cancels.get(name)?.();
    this.#cancels.delete(name);
  }

  cancelAll(): void {
    for (const cancel of this.#cancels.values()) cancel();
    this.#cancels.clear();
  }
}
