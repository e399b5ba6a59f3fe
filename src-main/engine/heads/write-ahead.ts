import { passingRefusal } from '../../core/errors.ts';
import type { Change } from '../../core/history/change.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import type { WrittenAhead } from '../../store/sqlite/history.ts';
import type { LargeMoves } from '../../store/sqlite/large-moves.ts';
import type { Ports } from '../ports.ts';
import { yieldToEventLoop } from '../scheduling/yield-to-event-loop.ts';
import type { TrashUpdate } from './trash-update.ts';

/** What is recorded with a head move, for each item that changed. */
export interface RowsOfMove {
  /** As it is before the move. */
  readonly library: Library;
  /** The changes of each commit that comes on record, in their order. */
  readonly commits: readonly (readonly Change[])[];
  readonly trashUpdate: TrashUpdate;
}

export type WriteAheadDependencies = Pick<Ports, 'largeMoves' | 'transaction'>;

/** So many in one transaction take 10 to 40 ms. */
const ROWS_AT_ONCE = 2_000;
/** So many of each head go into it where there are more of several. */
const ROWS_TOGETHER = 100;
/** Each part is synced to the disk. */
const ROWS_BEFORE_YIELD = 1_000;

/**
 * Moves heads in one transaction: what the caller does in it is told, for each, what was written before. Durable on return; the
 * answer makes count what was written before, and is to be called under the same lock.
 */
export type WriteAhead = (
  moves: readonly RowsOfMove[],
  move: (ahead: readonly WrittenAhead[]) => void,
) => Promise<() => Promise<void>>;

/**
 * Heads move in one transaction, which no thread can interrupt. Where it would hold up all clients, all that belongs to single
 * items is written before, in turns, and counts from the moment when the head has moved. For callers under the lock of the
 * libraries. After a crash in between `reconcileLargeMoves` takes away what was written for a head that has not moved.
 */
export function createWriteAhead({ largeMoves, transaction }: WriteAheadDependencies): WriteAhead {
  return async (moves, move) => {
    // What a full disk left of an earlier move has the numbers of this one.
    for (const { library } of moves) await reconcile(library.id);
    const sizes = moves.map(itemsIn);
    const isAnyLarge = sizes.reduce((sum, size) => sum + size, 0) > ROWS_AT_ONCE;
    if (isAnyLarge) await yieldToEventLoop();
    const large = isAnyLarge ? moves.filter((_, at) => (sizes[at] ?? 0) > ROWS_TOGETHER) : [];
    const written = moves.map((one) => ({ changesWritten: large.includes(one) }));
    const reconcileAll = async () => {
      for (const { library } of large) await reconcileLater(library.id);
    };
    try {
      for (const one of large) await writeAhead(one);
      transaction(() => move(written));
    } catch (error) {
      await reconcileAll();
      throw error;
    }
    return reconcileAll;
  };

  async function writeAhead({ library, commits, trashUpdate }: RowsOfMove): Promise<void> {
    const { id, headSeq } = library;
    largeMoves.begin(id, headSeq + 1);
    for (const [at, changes] of commits.entries()) {
      const seq = headSeq + 1 + at;
      await inParts(id, changes, (some, from) => largeMoves.putChanges(id, { seq, from, changes: some }));
    }
    await inParts(id, trashUpdate.returned, (some) => largeMoves.putReturned(id, some));
    await inParts(id, trashUpdate.returnedItems, (some) => largeMoves.putReturnedItems(id, some));
    await inParts(id, trashUpdate.deleted, (some) => largeMoves.putDeleted(id, some));
  }

  async function inParts<T>(
    id: LibraryId,
    rows: readonly T[],
    put: (some: readonly T[], from: number) => void,
  ): Promise<void> {
    for (let from = 0; from < rows.length; from += ROWS_BEFORE_YIELD) {
      const some = rows.slice(from, from + ROWS_BEFORE_YIELD);
      largeMoves.ahead(id, () => put(some, from));
      await yieldToEventLoop();
    }
  }

  async function reconcile(id: LibraryId): Promise<void> {
    while (largeMoves.reconcile(id)) await yieldToEventLoop();
  }

  /** Whether the head moved is decided by now. What a full disk keeps from being reconciled waits for the next move or start. */
  async function reconcileLater(id: LibraryId): Promise<void> {
    try {
      await reconcile(id);
    } catch (error) {
      if (passingRefusal(error) === null) throw error;
    }
  }
}

function itemsIn({ commits, trashUpdate }: RowsOfMove): number {
  const { deleted, returned, returnedItems } = trashUpdate;
  return [...commits, deleted, returned, returnedItems].reduce((sum, { length }) => sum + length, 0);
}

/**
 * For the start, before the first request: reconciles what the end of a process left of large moves. On a full disk
 * that waits for the next move.
 */
export function reconcileLargeMoves(largeMoves: LargeMoves): void {
  for (const id of largeMoves.unreconciled()) {
    try {
      let isLeft = true;
      while (isLeft) isLeft = largeMoves.reconcile(id);
    } catch (error) {
      if (passingRefusal(error) === null) throw error;
    }
  }
}
