import type { ObjectKind } from './object-store.ts';

/** About 10 MB of keys. Beyond it the oldest is forgotten, and noticed again when it is next read. */
const MAX_OBJECTS = 100_000;

/** Objects of one library whose stored copy was found damaged since the start. They count as absent. */
export class DamagedObjects {
  readonly #keys = new Set<string>();

  has(kind: ObjectKind, id: string): boolean {
    return this.#keys.size > 0 && this.#keys.has(kind + id);
  }

  add(kind: ObjectKind, id: string): void {
    this.#keys.add(kind + id);
    const oldest = this.#keys.values().next().value;
    if (this.#keys.size > MAX_OBJECTS && oldest !== undefined) this.#keys.delete(oldest);
  }

  remove(kind: ObjectKind, id: string): void {
    if (this.#keys.size > 0) this.#keys.delete(kind + id);
  }
}
