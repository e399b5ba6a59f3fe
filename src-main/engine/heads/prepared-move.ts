import { DomainError } from '../../core/errors.ts';
import type { Library } from '../../core/library/library.ts';
import {
  ENTRIES_ADDED_UNCOUNTED,
  LIBRARY_ENTRIES_MAX,
  LIBRARY_FILES_MAX,
  LIBRARY_SIZE_MAX_BYTES,
} from '../../core/limits.ts';
import type { ObjectId } from '../../core/objects/object-id.ts';
import type { ReadDir } from '../../core/tree/read-dir.ts';
import { MAX_DEPTH } from '../../core/tree/split-path.ts';
import {
  countChanges,
  countEntries,
  countTree,
  type TotalsDelta,
  type TreeTotals,
} from '../../core/tree/statistics.ts';
import type { Ports } from '../ports.ts';
import { yieldToEventLoop } from '../scheduling/yield-to-event-loop.ts';
import { type SummedMove, sumUpMove } from './commit-records.ts';
import type { PlannedMove, RecordedCommit } from './planned-move.ts';
import { planTrashUpdate, type TrashUpdate } from './trash-update.ts';
import type { RowsOfMove } from './write-ahead.ts';

/** Ready for the transaction, once its objects are flushed. */
export interface PreparedMove {
  readonly move: PlannedMove;
  readonly totals: TotalsAfter;
  readonly trashUpdate: TrashUpdate;
  readonly summed: SummedMove;
  readonly merged?: MergedInMove;
}

export interface MergedInMove extends RecordedCommit {
  readonly library: Library;
  readonly summed: SummedMove;
}

/** What is still to be looked at before a head moves. @throws DomainError `quota-exceeded`, `argument-invalid` */
export async function prepareMove(
  { trashTable }: Pick<Ports, 'trashTable'>,
  move: PlannedMove,
): Promise<PreparedMove> {
  const { library, commit, changes, readDir } = move;
  const totals = { ...(await totalsAfter(move)), ...move.rewrite?.totals };
  requireLibrarySize(library, totals);
  // What fits in a folder library may lie too deep in the library around it.
  if (totals.depthAdded > MAX_DEPTH)
    throw new DomainError('path-invalid', { value: library.id, reason: 'too-deep' });
  if (totals.entriesAdded > ENTRIES_ADDED_UNCOUNTED) await requireWalkable(readDir, commit.rootId);
  const dated = { ...commit, ctimeSeconds: move.deletedAtSeconds ?? commit.ctimeSeconds };
  const trashUpdate = await planTrashUpdate({ trashTable, library, commit: dated, changes, readDir });
  const { counted } = totals;
  const summed = await sumUpMove({ library, commit, changes, counted }, yieldToEventLoop);
  const { mergedIn } = move;
  // Reading its folders once more would be one more reason to refuse a push.
  const merged = mergedIn && {
    ...{ ...mergedIn, library },
    summed: await sumUpMove({ ...mergedIn, library, counted: null }, yieldToEventLoop),
  };
  return { move, totals, trashUpdate, summed, ...(merged && { merged }) };
}

export function rowsOf({ move: { library, changes, mergedIn }, trashUpdate }: PreparedMove): RowsOfMove {
  return { library, commits: mergedIn === undefined ? [changes] : [mergedIn.changes, changes], trashUpdate };
}

interface TotalsAfter extends TreeTotals, Pick<TotalsDelta, 'entriesAdded' | 'depthAdded' | 'counted'> {}

/**
 * Sizes in rows that older versions took in may add up to more than numbers can say exactly, or to less than nothing
 * later on: then the tree is counted instead of what changed in it, so that totals become true again.
 */
async function totalsAfter({ library, changes, commit, readDir }: PlannedMove): Promise<TotalsAfter> {
  const delta = await countChanges(readDir, changes, yieldToEventLoop);
  const { sizeBytesDelta, fileCountDelta, ...added } = delta;
  const sizeBytes = library.sizeBytes + sizeBytesDelta;
  const isExact = [library.sizeBytes, sizeBytesDelta, sizeBytes].every(Number.isSafeInteger);
  if (!isExact || sizeBytes < 0) return { ...(await countTree(readDir, commit.rootId)), ...added };
  return { sizeBytes, fileCount: library.fileCount + fileCountDelta, ...added };
}

/** @throws DomainError `quota-exceeded` for a library that grows beyond what can be walked; a larger one may shrink */
function requireLibrarySize(library: Library, { fileCount, sizeBytes }: TreeTotals): void {
  const isTooMany = fileCount > LIBRARY_FILES_MAX && fileCount > library.fileCount;
  const isTooLarge = sizeBytes > LIBRARY_SIZE_MAX_BYTES && sizeBytes > library.sizeBytes;
  if (isTooMany || isTooLarge) throw new DomainError('quota-exceeded', { value: library.id });
}

/** @throws DomainError `argument-invalid` for folders in folders that cannot be walked, with files in them or none */
async function requireWalkable(readDir: ReadDir, rootId: ObjectId): Promise<void> {
  if ((await countEntries(readDir, rootId)) > LIBRARY_ENTRIES_MAX)
    throw new DomainError('argument-invalid', { field: 'head', reason: 'too-many-files' });
}
