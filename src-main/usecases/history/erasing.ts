import type { LibraryId } from '../../core/library/library-id.ts';
import { erasedPathsOf } from '../../core/tree/erase.ts';
import { findEntry } from '../../core/tree/tree-lookup.ts';
import type { ChangeLibrary } from '../../engine/heads/change-library.ts';
import type { EraseRequest } from '../../engine/heads/erase-history.ts';
import type { RecordedErasure } from '../../engine/heads/rewritten-commit.ts';
import {
  type RemovedTotal,
  type RewrittenObjectsDependencies,
  removeRewritten,
} from '../../engine/objects/rewritten-objects.ts';
import type { Ports } from '../../engine/ports.ts';
import { createReadDir } from '../../engine/reading/directory-reader.ts';
import { searchErased } from '../../engine/reading/erased-search.ts';
import {
  type ErasurePlanDependencies,
  historiesWith,
  type SearchedHistory,
} from '../../engine/reading/erasure-plan.ts';
import { pause } from '../../engine/scheduling/pause.ts';
import type { ItemPropertyTable } from '../../store/sqlite/item-properties.ts';
import type { WatchedWork } from '../upkeep/watched-work.ts';

export interface ErasingDependencies
  extends ErasurePlanDependencies,
    Omit<RewrittenObjectsDependencies, 'changeLibrary'>,
    Pick<
      Ports,
      'searchIndex' | 'linkedFolders' | 'folderActivityTable' | 'folderActivity' | 'transaction' | 'events'
    > {
  readonly changeLibrary: Pick<ChangeLibrary, 'erasing' | 'eraseFromHistory'>;
  readonly itemPropertyTable: Pick<ItemPropertyTable, 'remove'>;
}

/** What was found afterwards. */
export interface ErasureResult extends RemovedTotal {
  /** Number of commits that were read again, and of those that still hold the item: 0. Something new at its path is not the item. */
  readonly commitsRead: number;
  readonly holding: number;
  readonly endedAtSeconds: number;
}

/** A linked folder takes a head over in some seconds. One that is paused does not, and then it waits for the next start. */
const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000];

const NOTHING: RemovedTotal = { removedObjects: 0, removedBytes: 0, diskBytes: 0 };

/** The steps that an erasure tells as its progress: the history is rewritten, and what it held is removed. */
const STEPS = 2;

/** The work of erasing: rewrites the history, removes what it held, and proves that it is gone. */
export function createErasing(deps: ErasingDependencies) {
  const { historyRewriteTable } = deps;
  const wholeOf = (id: LibraryId) => [id, ...deps.folderLibraryTable.of(id).map((folder) => folder.id)];

  /** As much as linked folders let go. Returns whether that is all. */
  async function removeWhatIsFree(id: LibraryId, signal: AbortSignal): Promise<boolean> {
    const removed = await removeRewritten(deps, id, signal);
    if (removed.removedObjects > 0 || removed.diskBytes > 0) deps.transaction(() => noteRemoved(id, removed));
    return removed.heldObjects === 0;
  }

  /** Recorded at once, because the proof, which reports the totals, may only come after the next start. */
  function noteRemoved(id: LibraryId, more: RemovedTotal): void {
    for (const { rewriteId, recorded } of unproved(id)) {
      const { removedObjects, removedBytes, diskBytes } = recorded.removed ?? NOTHING;
      const removed: RemovedTotal = {
        removedObjects: removedObjects + more.removedObjects,
        removedBytes: removedBytes + more.removedBytes,
        diskBytes: diskBytes + more.diskBytes,
      };
      historyRewriteTable.putItem(rewriteId, JSON.stringify({ ...recorded, removed }));
    }
  }

  function unproved(id: LibraryId) {
    const rewrites = historyRewriteTable.of(id).filter(({ result }) => result === '');
    return rewrites.map(({ rewriteId, item }) => ({
      rewriteId,
      recorded: JSON.parse(item) as RecordedErasure,
    }));
  }

  /** The words of what was erased are in the index; it begins anew. */
  function forgetSearched(id: LibraryId): void {
    deps.transaction(() => {
      for (const each of wholeOf(id)) {
        const known = deps.searchIndex.find(each);
        if (known !== null) deps.searchIndex.erase(known.key);
      }
    });
  }

  /** The names of what was erased are in what linked folders say they did, also when they took it away just now. */
  function forgetActivity(id: LibraryId): void {
    const libraries = new Set(wholeOf(id));
    const nowSeconds = deps.clock.nowSeconds();
    const folderKeys = deps.transaction(() =>
      [...libraries].flatMap((each) => deps.folderActivityTable.clear(each, nowSeconds)),
    );
    deps.folderActivity.forgetUnsaved(folderKeys);
    for (const folder of deps.linkedFolders.list())
      if (libraries.has(folder.libraryId))
        deps.events.emit({ type: 'folder-activity', folder_id: folder.id, entries: [] });
  }

  /** What programs noted at what was erased would be told of whatever comes to its path. What is there by now has its own. */
  async function forgetProperties(id: LibraryId): Promise<void> {
    const library = deps.libraryTable.find(id);
    if (library === null) return;
    const readDir = createReadDir(deps.objects.library(id));
    const histories = unproved(id).flatMap(({ recorded }) => historiesWith(deps, library, recorded));
    for (const history of histories)
      for (const path of pathsOf(history))
        if (path === '/' || (await findEntry(readDir, history.library.rootId, path)) === null)
          deps.itemPropertyTable.remove({ libraryId: history.library.id, path });
  }

  async function prove(id: LibraryId, signal: AbortSignal): Promise<void> {
    for (const { rewriteId, recorded } of unproved(id)) {
      const library = deps.libraryTable.find(id);
      if (library === null) continue;
      const { ids, removed = NOTHING, ...item } = recorded;
      const { commits, holding } = await searchErased(deps, library, { item, ids, rewriteId }, signal);
      const endedAtSeconds = deps.clock.nowSeconds();
      const found: ErasureResult = { commitsRead: commits, holding, ...removed, endedAtSeconds };
      deps.transaction(() => historyRewriteTable.finish(rewriteId, JSON.stringify(found)));
    }
    forgetActivity(id);
    const head = deps.libraryTable.find(id)?.headId;
    if (head !== undefined) deps.events.emit({ type: 'library', library_id: id, head_commit_id: head });
  }

  /**
   * Removes what a rewritten history left to remove; may be cut short, and called again.
   * @returns whether all of it is gone
   */
  async function finish(
    id: LibraryId,
    { signal, onProgress }: WatchedWork,
    pausesMs: readonly number[] = [],
  ): Promise<boolean> {
    onProgress(1, STEPS);
    forgetSearched(id);
    forgetActivity(id);
    await forgetProperties(id);
    for (const ms of [0, ...pausesMs]) {
      if (ms > 0) await pause(ms, signal);
      signal.throwIfAborted();
      if (!(await removeWhatIsFree(id, signal))) continue;
      await prove(id, signal);
      return true;
    }
    return false;
  }

  return {
    finish,

    /**
     * Takes the item out of the history for good. Ended before the new history is in place, it has changed nothing; after
     * that, the rest is removed later.
     * @throws DomainError as `eraseFromHistory` and `removeRewritten`; the signal's reason
     */
    async erase(request: EraseRequest, watched: WatchedWork): Promise<void> {
      const { signal } = watched;
      watched.onProgress(0, STEPS);
      await deps.changeLibrary.eraseFromHistory(request, signal);
      try {
        await finish(request.libraryId, watched, PAUSES_MS);
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    },
  };
}

/** Where the item was in one history; none where it is told by its content. */
function pathsOf({ library, item }: SearchedHistory): readonly string[] {
  if (item.kind !== 'all') return erasedPathsOf(item);
  // Another folder may have been shared at that place since.
  return 'isEnded' in library && library.isEnded ? ['/'] : [];
}
