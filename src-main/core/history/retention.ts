import type { CommitId } from '../objects/object-id.ts';

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

/**
 * Whether a commit may be seen. The head always may.
 * @param ends `headId`, and `boundaryId`: the newest commit at or before the cutoff, null when there is none.
 */
export function isVisible(
  commit: { readonly id: CommitId; readonly ctimeSeconds: number },
  window: HistoryWindow,
  ends: { readonly headId: CommitId; readonly boundaryId: CommitId | null },
): boolean {
  if (commit.id === ends.headId || window.kind === 'all') return true;
  if (window.kind === 'head-only') return false;
  return commit.ctimeSeconds > window.cutoffSeconds || commit.id === ends.boundaryId;
}
