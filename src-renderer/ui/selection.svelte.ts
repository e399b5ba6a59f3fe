/** `only`: this one instead of the selection. `toggle`: adds or removes this one. `range`: all from the last one picked. */
export type PickMode = 'only' | 'toggle' | 'range';

interface Keyed {
  readonly key: string;
}

/** Which rows of a list are selected, by their keys, so that it survives when the list is fetched again. */
export class Selection {
  #keys = $state.raw<ReadonlySet<string>>(new Set());
  #anchor: string | null = null;

  get size(): number {
    return this.#keys.size;
  }

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  pick(rows: readonly Keyed[], index: number, mode: PickMode): void {
    const key = rows[index]?.key;
    if (key === undefined) return;
    const from = rows.findIndex((row) => row.key === this.#anchor);
    if (mode === 'range' && from !== -1) {
      const [start, end] = from < index ? [from, index] : [index, from];
      this.#keys = new Set(rows.slice(start, end + 1).map((row) => row.key));
      return;
    }
    this.#anchor = key;
    if (mode !== 'toggle') this.#keys = new Set([key]);
    else if (this.#keys.has(key)) this.#keys = new Set([...this.#keys].filter((other) => other !== key));
    else this.#keys = new Set([...this.#keys, key]);
  }

  all(rows: readonly Keyed[]): void {
    this.#keys = new Set(rows.map((row) => row.key));
  }

  clear(): void {
    this.#keys = new Set();
    this.#anchor = null;
  }
}
