import type { Library } from '../../core/library/library.ts';
import type { Ports } from '../../engine/ports.ts';
import { oldestShownNow, type RetentionClock, retainedSince } from '../../engine/reading/retention.ts';

export interface MeasurementKeyDependencies
  extends Pick<Ports, 'folderLibraryTable' | 'historyTable' | 'trashTable' | 'pinTable'> {
  readonly retention: Pick<RetentionClock, 'nowSeconds'>;
}

/** More deletions than these are not counted to see whether the trash is as it was. */
const DELETIONS_COUNTED = 10_000;

/** All that decides what a library needs, but for the time, as a key: what was found for it holds as long as it is the same. */
export function measurementKey(deps: MeasurementKeyDependencies, library: Library): string {
  const { id, headId, keepDays, historyFromSeconds, retainedFromSeq } = library;
  const since = retainedSince(library, deps.retention.nowSeconds());
  const trash = since === null ? 0 : deps.trashTable.count(id, since, DELETIONS_COUNTED);
  return JSON.stringify([
    ...[id, headId, keepDays, historyFromSeconds, retainedFromSeq, trash, oldestShownNow(deps, library)],
    deps.pinTable.of(id).map(({ seq }) => seq),
    deps.folderLibraryTable.of(id).map((folder) => folder.headId),
  ]);
}
