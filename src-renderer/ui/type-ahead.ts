const PAUSE_MS = 700;
// A key never walks a million rows.
const MAX_ROWS = 20_000;

interface TypeAheadRows {
  readonly count: number;
  readonly active: number;
  textOf(index: number): string;
}

/** Finds the row that begins with the letters typed in quick succession. */
export class TypeAhead {
  #typed = '';
  #typedAtMs = Number.NEGATIVE_INFINITY;

  /** The row a key leads to; null when the key is no letter or no row fits. */
  find(event: KeyboardEvent, rows: TypeAheadRows): number | null {
    const isLetter = event.key.length === 1 && event.key !== ' ';
    if (!isLetter || event.ctrlKey || event.metaKey || event.altKey) return null;
    const isFresh = event.timeStamp - this.#typedAtMs > PAUSE_MS;
    this.#typed = (isFresh ? '' : this.#typed) + event.key.toLowerCase();
    this.#typedAtMs = event.timeStamp;
    // A first letter moves on from the active row; a longer word may still be about it.
    const first = this.#typed.length === 1 ? 1 : 0;
    for (let i = first; i < Math.min(rows.count, MAX_ROWS) + first; i += 1) {
      const index = (rows.active + i) % rows.count;
      if (rows.textOf(index).toLowerCase().startsWith(this.#typed)) return index;
    }
    return null;
  }
}
