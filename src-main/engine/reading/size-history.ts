import type { Library } from '../../core/library/library.ts';
import type { ReadDir } from '../../core/tree/read-dir.ts';
import type { HistoryTable } from '../../store/sqlite/history.ts';
import type { FolderSizes } from './folder-sizes.ts';
import { oldestShownNow, type RetentionClock } from './retention.ts';
import { isUnreadable } from './stored-commits.ts';

export interface SizeHistoryDependencies {
  readonly historyTable: HistoryTable;
  readonly retention: Pick<RetentionClock, 'nowSeconds'>;
  readonly folderSizes: FolderSizes;
}

/** How much the files of a library took at a time. */
export interface SizeAt {
  readonly atSeconds: number;
  readonly bytes: number;
  readonly files: number;
}

const DAY_SECONDS = 86_400;
const WEEK_SECONDS = 7 * DAY_SECONDS;
/** Up to here every day is told, and of longer histories every week. */
const DAYS_TOLD = 60;
const WEEKS_TOLD = 104;

/**
 * How the files of a library grew, oldest first, as far as its history is shown: of whole snapshots, so nothing adds up to
 * a mistake. What cannot be read is left out. @throws the signal's reason
 */
export async function sizeHistory(
  { historyTable, retention, folderSizes }: SizeHistoryDependencies,
  { library, readDir }: { readonly library: Library; readonly readDir: ReadDir },
  signal?: AbortSignal,
): Promise<SizeAt[]> {
  const oldest = historyTable.findBySeq(library.id, oldestShownNow({ historyTable, retention }, library));
  if (oldest === null) return [];
  const points: SizeAt[] = [];
  for (const atSeconds of timesBack(oldest.ctimeSeconds, retention.nowSeconds())) {
    signal?.throwIfAborted();
    const seq = historyTable.newestSeqAt(library.id, atSeconds);
    const commit = historyTable.findBySeq(library.id, Math.max(seq, oldest.seq));
    if (commit === null) continue;
    try {
      const { bytes, files } = await folderSizes.of(commit.rootId, readDir);
      points.push({ atSeconds, bytes, files });
    } catch (error) {
      if (!isUnreadable(error)) throw error;
    }
  }
  return points.reverse();
}

/** From now back to the first time that anything is known of. */
function timesBack(firstSeconds: number, nowSeconds: number): number[] {
  const span = nowSeconds - firstSeconds;
  const isShort = span <= DAYS_TOLD * DAY_SECONDS;
  const step = isShort ? DAY_SECONDS : WEEK_SECONDS;
  const most = isShort ? DAYS_TOLD : WEEKS_TOLD;
  const count = Math.min(most, Math.max(0, Math.floor(span / step)));
  const times = Array.from({ length: count + 1 }, (_, back) => nowSeconds - back * step);
  return count < most && span > count * step ? [...times, firstSeconds] : times;
}
