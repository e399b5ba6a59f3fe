import { LRUCache } from 'lru-cache';
import { DomainError } from '../../core/errors.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { type Commit, encodeCommit } from '../../core/objects/commit.ts';
import type { CommitId } from '../../core/objects/object-id.ts';
import type { LibraryObjects } from '../../store/objects/object-store.ts';
import type { Ports } from '../ports.ts';
import { createReadDir } from '../reading/directory-reader.ts';
import type { CommitRecordTables } from './commit-records.ts';
import { createFolderMoves, type MovesAlong } from './folder-moves.ts';
import type { JournalRecords } from './journal-records.ts';
import { createMoveRecords } from './move-records.ts';
import type { EndedRewrite, PlannedMove, PlannedRewrite } from './planned-move.ts';
import { type PreparedMove, prepareMove, rowsOf } from './prepared-move.ts';
import { createSealCommit } from './seal-commit.ts';
import { createWriteAhead } from './write-ahead.ts';

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

/** As many as a folder may lie behind and still be told. */
const ASKED_FIRST_KEPT = 10_000;

/** How heads move; for `change-library.ts`, under whose lock every one of these is called. */
export type HeadMoves = ReturnType<typeof createHeadMoves>;

export function createHeadMoves(deps: HeadMovesDependencies) {
  const { objects, events } = deps;
  const aheadOf = createWriteAhead(deps);
  const askedFirst = new LRUCache<CommitId, true>({ maxSize: ASKED_FIRST_KEPT, sizeCalculation: () => 1 });
  const sealCommit = createSealCommit(deps);
  const folderMoves = createFolderMoves({ ...deps, sealCommit });
  const { record, recordRewrite } = createMoveRecords(deps);

  /**
   * Everything below `commit` is written, so that one flush and one transaction make the move durable. Folder libraries, and
   * the library that they are in, move along.
   */
  async function moveHead(move: PlannedMove): Promise<void> {
    const first = await prepareMove(deps, move);
    await storeCommit(move);
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
      await storeCommit(move);
      moves.push(await prepareMove(deps, move));
    }
    await moveAll(moves, { moves: [], ended, returned: [], followed: [] }, () => {
      for (const { libraryId, onto, rewrite, ...head } of folders) {
        recordRewrite(libraryId, rewrite);
        if (!deps.historyRewriteTable.moveEnded(libraryId, onto, head))
          throw new DomainError('head-moved', { value: libraryId });
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
    for (const move of along.moves) all.push(await prepareMove(deps, move));
    await all[0]?.move.store.flush();
    const reconcile = await aheadOf(all.map(rowsOf), (ahead) => {
      for (const [at, one] of all.entries()) record(one, ahead[at] ?? { changesWritten: false });
      recordAlong(deps, along);
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

  /** @see ChangeLibrary */
  const wasAskedFirst = (id: CommitId): boolean => askedFirst.has(id);

  return {
    ...{ wasAskedFirst, moveHead, moveMissed, rewriteHistories, keep, recordHead },
    ...{ sealCommit, ...createLiveLibraries(deps) },
  };
}

/** Libraries as they are now, for what is about to change them. */
function createLiveLibraries({ libraryTable }: Pick<Ports, 'libraryTable'>) {
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

  return { liveLibrary, writableLibrary };
}

/** What becomes of folder libraries besides their moves. In the transaction that moves the heads. */
function recordAlong(
  { libraryTable, folderLibraryTable, clock }: Pick<Ports, 'libraryTable' | 'folderLibraryTable' | 'clock'>,
  { ended, returned, followed }: MovesAlong,
): void {
  for (const id of ended) libraryTable.markDeleted(id, clock.nowSeconds());
  for (const id of returned) folderLibraryTable.bringBack(id);
  for (const { id, path } of followed) folderLibraryTable.moveTo(id, path);
}

async function storeCommit({ store, commit, commitBytes }: PlannedMove): Promise<void> {
  await store.write('commit', commit.id, commitBytes ?? encodeCommit(commit));
}

async function keep(store: LibraryObjects, commit: Commit): Promise<void> {
  await store.write('commit', commit.id, encodeCommit(commit));
  await store.flush();
}
