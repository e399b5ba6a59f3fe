/** Whether Electron is ready, and what it does only before that or only after. */
class Readiness {
  readonly #ready = Promise.withResolvers<void>();
  #isReady = false;

  get isReady(): boolean {
    return this.#isReady;
  }

  whenReady(): Promise<void> {
    return this.#ready.promise;
  }

  become(): void {
    this.#isReady = true;
    this.#ready.resolve();
  }

  /** Throws while the app is not ready. */
  only(what: string): void {
    if (!this.#isReady) throw new Error(`${what} cannot be used before the app is ready`);
  }

  /** Throws once the app is ready. */
  notYet(what: string): void {
    if (this.#isReady) throw new Error(`${what} should be called before the app is ready`);
  }
}

/** Of the process that runs the shell. */
export const readiness = new Readiness();
