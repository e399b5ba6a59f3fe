import { type HistoryWindow, historyWindow } from '../../core/history/retention.ts';
import type { Library } from '../../core/library/library.ts';
import type { History } from '../../store/sqlite/history.ts';
import type { RetentionClock } from './retention-time.ts';

/**
 * Seq of the oldest commit that retention shows and whose content is kept. The newest commit at or before the cutoff is among them: an edit
 * after it still has a "before".
 */
export function oldestShownSeq(
  { headSeq, retainedFromSeq }: Pick<Library, 'headSeq' | 'retainedFromSeq'>,
  window: HistoryWindow,
  newestSeqAt: (atSeconds: number) => number,
): number {
  if (window.kind === 'all') return retainedFromSeq;
  if (window.kind === 'head-only') return headSeq;
  return Math.min(headSeq, Math.max(retainedFromSeq, newestSeqAt(window.cutoffSeconds)));
}

export interface ShownHistoryDependencies {
  readonly history: Pick<History, 'newestSeqAt'>;
  readonly retention: Pick<RetentionClock, 'nowSeconds'>;
}

/** Seq of the oldest commit of a library that is shown at present. */
export function oldestShownNow({ history, retention }: ShownHistoryDependencies, library: Library): number {
  const window = historyWindow({ ...library, nowSeconds: retention.nowSeconds() });
  return oldestShownSeq(library, window, (atSeconds) => history.newestSeqAt(library.id, atSeconds));
}

/** Time at or after which retention leaves deletions to be seen; null when it leaves none. */
export function retainedSince(library: Library, nowSeconds: number): number | null {
  const window = historyWindow({ ...library, nowSeconds });
  if (window.kind === 'head-only') return null;
  return window.kind === 'all' ? 0 : window.cutoffSeconds + 1;
}
