import type { Vouch } from '../sqlite/object-index.ts';
import type { ObjectName } from './object-store.ts';

/** Half of the time for which garbage collection spares what is young, so that a note is never a day late. */
const NOTE_AFTER_SECONDS = 12 * 60 * 60;

/** Whether saying again that an object is here has to be noted, so that garbage collection spares it. */
export function isVouchDue(storedAtSeconds: number, nowSeconds: number): boolean {
  return storedAtSeconds < nowSeconds - NOTE_AFTER_SECONDS;
}

/** What the next flush notes about objects on record: that somebody was told they are here, and their second hash. */
export class Vouches {
  readonly #vouches = new Map<string, Vouch>();

  get count(): number {
    return this.#vouches.size;
  }

  get({ kind, id }: ObjectName): Vouch | undefined {
    return this.#vouches.get(kind + id);
  }

  add(vouch: Vouch): void {
    this.#vouches.set(vouch.kind + vouch.id, vouch);
  }

  all(): Vouch[] {
    return [...this.#vouches.values()];
  }

  /** Forgets what has been noted; a newer vouch for the same object stays. */
  remove(vouch: Vouch): void {
    const key = vouch.kind + vouch.id;
    if (this.#vouches.get(key) === vouch) this.#vouches.delete(key);
  }
}
