/** Which part of a library's history may be seen. */
export type HistoryWindow =
  | { readonly kind: 'all' }
  | { readonly kind: 'head-only' }
  /** Commits after the cutoff, and the newest one at or before it: the version that the oldest of them changed. */
  | { readonly kind: 'since'; readonly cutoffSeconds: number };

const DAY_SECONDS = 86_400;

/**
 * What retention and a cut of the history leave to be seen.
 * @param rule `keepDays`: negative everything, 0 only the head, n days. `historyFromSeconds`: where the user cut the
 * history, 0 for never.
 */
export function historyWindow(rule: {
  keepDays: number;
  historyFromSeconds: number;
  nowSeconds: number;
}): HistoryWindow {
  const { keepDays, historyFromSeconds, nowSeconds } = rule;
  if (keepDays === 0) return { kind: 'head-only' };
  if (keepDays > 0) {
    const oldestKeptSeconds = Math.max(0, nowSeconds - keepDays * DAY_SECONDS);
    return { kind: 'since', cutoffSeconds: Math.max(oldestKeptSeconds, historyFromSeconds) };
  }
  return historyFromSeconds > 0 ? { kind: 'since', cutoffSeconds: historyFromSeconds } : { kind: 'all' };
}
