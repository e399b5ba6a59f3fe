type HaltReason = 'stopped' | 'paused' | 'interrupted';

/** Whether a linked folder is to come to rest, and why: nothing new is begun then, and what takes long is broken off. */
export class Halt {
  /** It may be for several reasons, each of which ends by itself. */
  readonly #reasons = new Set<HaltReason>(['stopped']);
  #begin = Promise.withResolvers<void>();

  get isOn(): boolean {
    return this.#reasons.size > 0;
  }

  /** Whether it goes on only when somebody says so. */
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

  /** Resolves when what is under way is told to hurry. */
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
