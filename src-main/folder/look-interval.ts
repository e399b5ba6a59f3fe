/** Hints get lost without anyone noticing; this bounds for how long. */
const WATCHED_MS = 10 * 60_000;

/** Without a watcher: often, but less than a fiftieth of the time. */
const UNWATCHED_SHORTEST_MS = 60_000;
const UNWATCHED_LONGEST_MS = 5 * 60_000;
const UNWATCHED_REST_FACTOR = 60;

/** Time between two looks at a whole folder, the last of which took `lastMs`. */
export function lookIntervalMs({ isBlind, lastMs }: { isBlind: boolean; lastMs: number }): number {
  if (!isBlind) return WATCHED_MS;
  return Math.min(UNWATCHED_LONGEST_MS, Math.max(UNWATCHED_SHORTEST_MS, lastMs * UNWATCHED_REST_FACTOR));
}
