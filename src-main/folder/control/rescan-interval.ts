/** Events get lost unnoticed. Together with the time that a scan takes, every change is found within a minute. */
const SHORTEST_MS = 50_000;

/** Where a full rescan is expensive, events have to suffice for longer. */
const WATCHED_LONGEST_MS = 10 * 60_000;
const UNWATCHED_LONGEST_MS = 5 * 60_000;

/** One two-hundredth of a core for routine rescans, one sixtieth where nothing else finds changes. */
const WATCHED_REST_FACTOR = 200;
const UNWATCHED_REST_FACTOR = 60;

/** The cheapest of this many scans counts as the cost: other work makes a scan seem more expensive. */
const REMEMBERED_SCANS = 3;

/** How often a linked folder is rescanned in full. */
export class RescanInterval {
  #costsMs: number[] = [];

  /** A full rescan took this long, not counting the time to read and commit what it found. */
  note(costMs: number): void {
    this.#costsMs = [...this.#costsMs, Math.max(0, costMs)].slice(-REMEMBERED_SCANS);
  }

  /** Time from the end of one scan to the start of the next. */
  nextMs({ isBlind }: { isBlind: boolean }): number {
    const costMs = Math.min(...this.#costsMs);
    return isBlind
      ? clamp(costMs * UNWATCHED_REST_FACTOR, UNWATCHED_LONGEST_MS)
      : clamp(costMs * WATCHED_REST_FACTOR, WATCHED_LONGEST_MS);
  }
}

function clamp(ms: number, longestMs: number): number {
  return Number.isFinite(ms) ? Math.min(longestMs, Math.max(SHORTEST_MS, ms)) : SHORTEST_MS;
}
