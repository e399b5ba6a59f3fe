import type { HistoryWindow } from '../core/history/retention.ts';
import type { Library } from '../core/library/library.ts';

/**
 * Seq of the oldest commit that retention shows. The newest commit at or before the cutoff is among them: an edit
 * after it still has a "before".
 */
export function oldestShownSeq(
  { headSeq }: Pick<Library, 'headSeq'>,
  window: HistoryWindow,
  newestSeqAt: (atSeconds: number) => number,
): number {
  if (window.kind === 'all') return 1;
  if (window.kind === 'head-only') return headSeq;
  return Math.min(headSeq, Math.max(1, newestSeqAt(window.cutoffSeconds)));
}
