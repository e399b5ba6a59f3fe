type HaltReason = 'stopped' | 'paused' | 'interrupted';

/** Whether and why a linked folder is to come to rest: nothing new is started, and long work is aborted. */
export class Halt {
  /** Several reasons may apply, each of which ends on its own. */
  readonly #reasons = new Set<HaltReason>(['stopped']);
  #begin = Promise.withResolvers<void>();

  get isOn(): boolean {
    return this.#reasons.size > 0;
  }

  /** Whether it goes on only on request. */
  get isLasting(): boolean {
    return this.is('stopped') || this.is('paused');
  }

  is(reason: HaltReason): boolean {
    return this.#reasons.has(reason);
  }

  add(reason: HaltReason): void {
    this.#reasons.add(reason);
  }

  end(reason: HaltReason): void {
    this.#reasons.delete(reason);
  }

  /** Resolves when running work is to hurry. */
  get hurry(): Promise<void> {
    return this.#begin.promise;
  }

  beginHurry(): void {
    this.#begin.resolve();
  }

  endHurry(): void {
    this.#begin = Promise.withResolvers();
  }
}
