/** Which rows of a list are chosen, by their ids, so that a refreshed list keeps them. */
export class ChosenRows {
  #ids = $state.raw<ReadonlySet<string>>(new Set());
  /** Where the last range began. */
  #anchor: string | null = null;

  get count(): number {
    return this.#ids.size;
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  toggle(id: string): void {
    const ids = new Set(this.#ids);
    if (!ids.delete(id)) ids.add(id);
    this.#ids = ids;
    this.#anchor = id;
  }

  /** From where the last choice was up to this row, of the rows as they are listed. */
  extendTo(id: string, listed: readonly string[]): void {
    const from = this.#anchor === null ? -1 : listed.indexOf(this.#anchor);
    const to = listed.indexOf(id);
    if (from < 0 || to < 0) {
      this.toggle(id);
      return;
    }
    this.#ids = new Set([...this.#ids, ...listed.slice(Math.min(from, to), Math.max(from, to) + 1)]);
  }

  set(ids: Iterable<string>): void {
    this.#ids = new Set(ids);
    this.#anchor = null;
  }

  clear(): void {
    this.set([]);
  }
}
