import type { ObjectName } from '../objects/object-store.ts';
import type { Touch } from '../sqlite/object-index.ts';

/** Half of the time for which garbage collection spares what is young, so that a note is never a day late. */
const NOTE_AFTER_SECONDS = 12 * 60 * 60;

/** Whether saying again that an object is here has to be noted, so that garbage collection spares it. */
export function isTouchDue(storedAtSeconds: number, nowSeconds: number): boolean {
  return storedAtSeconds < nowSeconds - NOTE_AFTER_SECONDS;
}

/** What the next flush notes about objects on record: that a client was told they are here, and their second hash. */
export class PendingTouches {
  readonly #touches = new Map<string, Touch>();

  get count(): number {
    return this.#touches.size;
  }

  get({ kind, id }: ObjectName): Touch | undefined {
    return this.#touches.get(kind + id);
  }

  add(touch: Touch): void {
    this.#touches.set(touch.kind + touch.id, touch);
  }

  all(): Touch[] {
    return [...this.#touches.values()];
  }

  /** Forgets what has been noted; a newer touch of the same object stays. */
  remove(touch: Touch): void {
    const key = touch.kind + touch.id;
    if (this.#touches.get(key) === touch) this.#touches.delete(key);
  }
}
