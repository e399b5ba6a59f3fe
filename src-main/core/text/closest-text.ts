/**
 * Which of some older texts another one was made from, as far as that can be told: the one whose lines differ least, and
 * of equals the oldest, which is behind both sides of a conflict for certain. Empty lines tell nothing.
 */
export class ClosestText<T> {
  readonly #told: ReadonlyMap<string, number>;
  readonly #toldCount: number;
  #closest: { readonly text: T; readonly distance: number; readonly isLike: boolean } | null = null;

  /** @param lines of the text that was made from one of the others */
  constructor(lines: readonly string[]) {
    this.#told = countsOf(lines);
    this.#toldCount = sum(this.#told);
  }

  /** Newest first. */
  add(lines: readonly string[], text: T): void {
    const counts = countsOf(lines);
    let common = 0;
    for (const [line, count] of counts) common += Math.min(count, this.#told.get(line) ?? 0);
    const size = sum(counts);
    const distance = this.#toldCount + size - 2 * common;
    if (this.#closest !== null && distance > this.#closest.distance) return;
    this.#closest = { text, distance, isLike: common > 0 && 2 * common >= size };
  }

  /** Null when the text has not even half of the lines of the closest one. */
  get found(): T | null {
    return this.#closest?.isLike ? this.#closest.text : null;
  }
}

function countsOf(lines: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) {
    const key = line.trim();
    if (key !== '') counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

function sum(counts: ReadonlyMap<string, number>): number {
  let total = 0;
  for (const count of counts.values()) total += count;
  return total;
}
