import type { SeededNumbers } from '../support/seeded-numbers.ts';

interface Task {
  readonly label: string;
  readonly run: () => void;
}

/**
 * Decides the order of everything that a program waits for. A step that was asked for happens when it is picked, and
 * between two steps all that follows from the first one has come to rest.
 */
export class Scheduler {
  readonly #random: SeededNumbers;
  readonly #onStep: (label: string) => void;
  #tasks: Task[] = [];

  constructor(random: SeededNumbers, onStep: (label: string) => void) {
    this.#random = random;
    this.#onStep = onStep;
  }

  get isEmpty(): boolean {
    return this.#tasks.length === 0;
  }

  /** Does the work when its turn comes. */
  do<T>(label: string, work: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      const run = () => {
        try {
          resolve(work());
        } catch (error) {
          reject(error);
        }
      };
      this.#tasks.push({ label, run });
    });
  }

  /** Does one of the waiting steps and all that follows from it at once. False when none waits. */
  async step(): Promise<boolean> {
    await atRest();
    const task = this.#tasks.splice(this.#random.below(this.#tasks.length), 1)[0];
    if (task === undefined) return false;
    this.#onStep(task.label);
    task.run();
    await atRest();
    return true;
  }

  /** A process that is killed goes on with nothing: whoever waits, waits for ever. */
  forget(): void {
    this.#tasks = [];
  }
}

/** Resolves when every promise that could settle by itself has. */
function atRest(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
