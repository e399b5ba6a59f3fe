import type { HistoryWindow } from '../core/history/retention.ts';
import type { Library } from '../core/library/library.ts';

/**
 * Seq of the oldest commit that retention shows and whose content is kept. The newest commit at or before the cutoff is among them: an edit
 * after it still has a "before".
 */
export function oldestShownSeq(
  { headSeq, keptFromSeq }: Pick<Library, 'headSeq' | 'keptFromSeq'>,
  window: HistoryWindow,
  newestSeqAt: (atSeconds: number) => number,
): number {
  if (window.kind === 'all') return keptFromSeq;
  if (window.kind === 'head-only') return headSeq;
  return Math.min(headSeq, Math.max(keptFromSeq, newestSeqAt(window.cutoffSeconds)));
}
