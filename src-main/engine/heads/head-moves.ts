import { LRUCache } from 'lru-cache';
import { DomainError } from '../../core/errors.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import {
  ENTRIES_ADDED_UNCOUNTED,
  LIBRARY_ENTRIES_MAX,
  LIBRARY_FILES_MAX,
  LIBRARY_SIZE_MAX_BYTES,
} from '../../core/limits.ts';
import { type Commit, commitIdOf, encodeCommit } from '../../core/objects/commit.ts';
import { type CommitId, EMPTY_ID, type ObjectId } from '../../core/objects/object-id.ts';
import type { ReadDir } from '../../core/tree/read-dir.ts';
import { MAX_DEPTH } from '../../core/tree/split-path.ts';
import {
  countChanges,
  countEntries,
  countTree,
  type TotalsDelta,
  type TreeTotals,
} from '../../core/tree/statistics.ts';
import type { LibraryObjects } from '../../store/objects/object-store.ts';
import type { WrittenAhead } from '../../store/sqlite/history.ts';
import type { Ports } from '../ports.ts';
import { createReadDir } from '../reading/directory-reader.ts';
import { yieldToEventLoop } from '../scheduling/yield-to-event-loop.ts';
import {
  applyCommitRecord,
  type CommitRecordTables,
  recordHeadMove,
  type SummedMove,
  sumUpMove,
} from './commit-records.ts';
import { createFolderMoves, type MovesAlong } from './folder-moves.ts';
import type { JournalRecords } from './journal-records.ts';
import type {
  CommitFields,
  EndedRewrite,
  MergedIn,
  PlannedMove,
  PlannedRewrite,
  RecordedCommit,
} from './planned-move.ts';
import { applyTrashUpdate, planTrashUpdate, type TrashUpdate } from './trash-update.ts';
import { createWriteAhead, type RowsOfMove } from './write-ahead.ts';

export interface HeadMovesDependencies
  extends CommitRecordTables,
    Pick<
      Ports,
      | 'libraryTable'
      | 'folderLibraryTable'
      | 'historyTable'
      | 'historyRewriteTable'
      | 'trashTable'
      | 'largeMoves'
      | 'objects'
      | 'transaction'
      | 'clock'
      | 'events'
    > {
  readonly journalRecords: Pick<JournalRecords, 'recordPresent'>;
}

interface MergedInMove extends RecordedCommit {
  readonly library: Library;
  readonly summed: SummedMove;
}

/** As many as a folder may lie behind and still be told. */
const ASKED_FIRST_KEPT = 10_000;

/** How heads move; for `change-library.ts`, under whose lock every one of these is called. */
export type HeadMoves = ReturnType<typeof createHeadMoves>;

export function createHeadMoves(deps: HeadMovesDependencies) {
  const { libraryTable, historyTable, objects, clock, events } = deps;
  const aheadOf = createWriteAhead(deps);
  const askedFirst = new LRUCache<CommitId, true>({ maxSize: ASKED_FIRST_KEPT, sizeCalculation: () => 1 });
  const folderMoves = createFolderMoves({ ...deps, sealCommit });

  /**
   * Everything below `commit` is written, so that one flush and one transaction make the move durable. Folder libraries, and
   * the library that they are in, move along.
   */
  async function moveHead(move: PlannedMove): Promise<void> {
    const first = await prepared(move);
    await store(move);
    await moveAll([first], await folderMoves.planAlong(move));
  }

  /**
   * Rewrites histories and moves their heads to the commits that tell of it, all in one transaction, so that after a crash all
   * of the old ones are there or all of the new ones.
   */
  async function rewriteHistories(
    rewrites: readonly (PlannedMove & { readonly rewrite: PlannedRewrite })[],
    { folders, ended }: { readonly folders: readonly EndedRewrite[]; readonly ended: readonly LibraryId[] },
  ): Promise<void> {
    const moves: PreparedMove[] = [];
    for (const move of rewrites) {
      await store(move);
      moves.push(await prepared(move));
    }
    await moveAll(moves, { moves: [], ended, returned: [], followed: [] }, () => {
      for (const { libraryId, rewrite, ...head } of folders) {
        recordRewrite(libraryId, rewrite);
        deps.historyRewriteTable.moveEnded(libraryId, head);
      }
    });
  }

  /** Moves the folder libraries that have missed something of the library that they are in. */
  async function moveMissed(library: Library): Promise<void> {
    const store = objects.library(library.id);
    const along = await folderMoves.planMissed(library, createReadDir(store), store);
    const isAny = along.moves.length + along.ended.length + along.returned.length > 0;
    if (isAny) await moveAll([], along);
  }

  async function moveAll(
    first: readonly PreparedMove[],
    along: MovesAlong,
    recordMore?: () => void,
  ): Promise<void> {
    const all = [...first];
    for (const move of along.moves) all.push(await prepared(move));
    await all[0]?.move.store.flush();
    const reconcile = await aheadOf(all.map(rowsOf), (ahead) => {
      for (const [at, one] of all.entries()) record(one, ahead[at] ?? { changesWritten: false });
      for (const id of along.ended) libraryTable.markDeleted(id, clock.nowSeconds());
      for (const id of along.returned) deps.folderLibraryTable.bringBack(id);
      for (const { id, path } of along.followed) deps.folderLibraryTable.moveTo(id, path);
      recordMore?.();
    });
    if (first.some(({ move }) => move.asksFirst))
      for (const { move } of all) askedFirst.set(move.commit.id, true);
    // First, because the heads have moved, whatever comes of the rest.
    for (const { move } of all)
      await deps.journalRecords.recordPresent(move.library.id, {
        prev: move.library.headId,
        keptFrom: move.rewrite?.keptFrom,
      });
    for (const { move } of all) tell(move.library.id, move.commit.id);
    if (along.ended.length + along.returned.length > 0) events.emit({ type: 'libraries' });
    await reconcile();
  }

  /** What is still to be looked at before a head moves. @throws DomainError `quota-exceeded`, `argument-invalid` */
  async function prepared(move: PlannedMove): Promise<PreparedMove> {
    const { library, commit, changes, readDir } = move;
    const totals = { ...(await totalsAfter(move)), ...move.rewrite?.totals };
    requireLibrarySize(library, totals);
    // What fits in a folder library may lie too deep in the library around it.
    if (totals.depthAdded > MAX_DEPTH)
      throw new DomainError('path-invalid', { value: library.id, reason: 'too-deep' });
    if (totals.entriesAdded > ENTRIES_ADDED_UNCOUNTED) await requireWalkable(readDir, commit.rootId);
    const dated = { ...commit, ctimeSeconds: move.deletedAtSeconds ?? commit.ctimeSeconds };
    const { trashTable } = deps;
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

  /** Inside the transaction. */
  function record({ move, totals, trashUpdate, summed, merged }: PreparedMove, ahead: WrittenAhead): void {
    const { library, commit, changes } = move;
    if (move.rewrite !== undefined) {
      recordRewrite(library.id, move.rewrite);
      deps.historyRewriteTable.add(library.id, {
        ...{ seq: library.headSeq + 1, rewrittenBy: commit.authorEmail, item: move.rewrite.item },
        ...{ rewrittenAtSeconds: clock.nowSeconds(), commits: move.rewrite.commits.length },
      });
    }
    const before = merged === undefined ? library : recordMergedIn(merged, ahead);
    recordHeadMove(deps, { library: before, commit, changes, totals, summed, ahead });
    if (!ahead.changesWritten) applyTrashUpdate(deps.trashTable, library.id, trashUpdate);
    recordAlong(move);
  }

  function recordRewrite(id: LibraryId, { commits, trash }: PlannedRewrite): void {
    deps.historyRewriteTable.rewrite(id, commits);
    for (const row of trash.moved) deps.historyRewriteTable.moveTrash(row);
    for (const trashId of trash.dropped) deps.historyRewriteTable.dropTrash(trashId);
  }

  /** @see CommitRecord */
  function recordAlong({ library, commit, records = [], isClean = true }: PlannedMove): void {
    if (records.length === 0) return;
    const moved = { previousRootId: library.rootId, rootId: commit.rootId, isClean };
    const after = libraryTable.find(library.id) ?? library;
    for (const record of records) applyCommitRecord(deps, after, record, moved);
  }

  /** History is a line: a merged commit stands in it, for as long as the transaction even as the head. */
  function recordMergedIn(merged: MergedInMove, ahead: WrittenAhead): Library {
    const { library, commit } = merged;
    const { sizeBytes, fileCount } = library;
    recordHeadMove(deps, { ...merged, totals: { sizeBytes, fileCount }, ahead, isMergedIn: true });
    if (merged.broughtAs !== undefined)
      deps.historyRewriteTable.noteOldId(library.id, merged.broughtAs, library.headSeq + 1);
    return { ...library, headId: commit.id, headSeq: library.headSeq + 1 };
  }

  async function store({ store, commit, commitBytes }: PlannedMove): Promise<void> {
    await store.write('commit', commit.id, commitBytes ?? encodeCommit(commit));
  }

  async function keep(store: LibraryObjects, commit: Commit): Promise<void> {
    await store.write('commit', commit.id, encodeCommit(commit));
    await store.flush();
  }

  /** @param keptFrom the oldest commit whose content is kept whole, where that is news */
  async function recordHead(
    { id, headId }: Pick<Library, 'id' | 'headId'>,
    prev: CommitId | null,
    keptFrom?: CommitId,
  ): Promise<void> {
    await deps.journalRecords.recordPresent(id, { prev, keptFrom });
    tell(id, headId);
  }

  function tell(id: LibraryId, headId: CommitId): void {
    events.emit({ type: 'library', library_id: id, head_commit_id: headId });
  }

  /**
   * Gives a commit made here its id. The id does not cover parent, name or library, so the same words in the same second
   * would repeat it; the time is moved on until the id is new, because a stored commit is never replaced.
   * New is what neither the history has, nor had before an erasure, nor the store: a commit whose transaction failed lies in
   * the store alone.
   * @param fields `atSeconds`: absent: now
   * @param store where it will be, of a library that is not on record yet
   */
  function sealCommit(
    libraryId: LibraryId,
    { atSeconds, ...fields }: CommitFields & { readonly atSeconds?: number | undefined },
    merged?: MergedIn,
    store = objects.library(libraryId),
  ): Commit {
    const { secondParentId = null, hasConflict = false } = merged ?? {};
    const commit = { ...fields, libraryId, creator: EMPTY_ID, secondParentId, clientVersion: null };
    let ctimeSeconds = atSeconds ?? clock.nowSeconds();
    let id = commitIdOf({ ...commit, ctimeSeconds });
    while (historyTable.isKnown(libraryId, id) || store.has('commit', id)) {
      ctimeSeconds += 1;
      id = commitIdOf({ ...commit, ctimeSeconds });
    }
    return { ...commit, id, ctimeSeconds, isMerge: merged !== undefined, hasConflict };
  }

  /** @throws DomainError `library-not-found` */
  function liveLibrary(id: LibraryId): Library {
    const library = libraryTable.find(id);
    if (library === null) throw new DomainError('library-not-found', { value: id });
    return library;
  }

  /** @throws DomainError `library-not-found`, `library-read-only` */
  function writableLibrary(id: LibraryId): Library {
    const library = liveLibrary(id);
    if (library.status === 'read-only') throw new DomainError('library-read-only', { value: id });
    return library;
  }

  /** @see ChangeLibrary */
  const wasAskedFirst = (id: CommitId): boolean => askedFirst.has(id);

  return {
    ...{ wasAskedFirst, moveHead, moveMissed, rewriteHistories, keep, recordHead },
    ...{ sealCommit, liveLibrary, writableLibrary },
  };
}

/** Ready for the transaction, once its objects are flushed. */
interface PreparedMove {
  readonly move: PlannedMove;
  readonly totals: TotalsAfter;
  readonly trashUpdate: TrashUpdate;
  readonly summed: SummedMove;
  readonly merged?: MergedInMove;
}

function rowsOf({ move: { library, changes, mergedIn }, trashUpdate }: PreparedMove): RowsOfMove {
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
