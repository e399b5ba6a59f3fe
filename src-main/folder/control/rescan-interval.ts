/** Events get lost without anyone noticing. With the time that a scan takes, whatever happened is seen within a minute. */
const SHORTEST_MS = 50_000;

/** Where a full rescan is dear, events have to do for longer. */
const WATCHED_LONGEST_MS = 10 * 60_000;
const UNWATCHED_LONGEST_MS = 5 * 60_000;

/** One two-hundredth of a core for routine rescans, one sixtieth where nothing else finds changes. */
const WATCHED_REST_FACTOR = 200;
const UNWATCHED_REST_FACTOR = 60;

/** The cheapest of this many scans says what one costs: other work makes a scan seem dearer. */
const REMEMBERED_SCANS = 3;

/** How often a linked folder is rescanned in full. */
export class RescanInterval {
  #costsMs: number[] = [];

  /** A full rescan took this long, without what it took to read and commit what it found. */
  note(costMs: number): void {
    this.#costsMs = [...this.#costsMs, Math.max(0, costMs)].slice(-REMEMBERED_SCANS);
  }

  /** Time from the end of one scan to the begin of the next. */
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
