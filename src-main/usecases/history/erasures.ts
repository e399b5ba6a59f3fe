import type { Caller } from '../../core/access/caller.ts';
import { DomainError, passingRefusal } from '../../core/errors.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { type CommitId, EMPTY_ID } from '../../core/objects/object-id.ts';
import type { ErasedItem } from '../../core/tree/erase.ts';
import type { ChangeLibrary } from '../../engine/heads/change-library.ts';
import {
  type RewrittenObjectsDependencies,
  removeRewritten,
} from '../../engine/objects/rewritten-objects.ts';
import type { Ports } from '../../engine/ports.ts';
import {
  type ErasurePlan,
  type ErasurePlanDependencies,
  planErasure,
  searchErased,
} from '../../engine/reading/erasure-plan.ts';
import type { HeavyReading } from '../../engine/reading/heavy-reading.ts';
import type { HistoryRewrite } from '../../store/sqlite/history-rewrites.ts';
import type { LibraryAccess } from '../access/library-access.ts';
import type { People } from '../access/people.ts';
import type { Garbage } from '../upkeep/garbage.ts';

export interface ErasuresDependencies
  extends ErasurePlanDependencies,
    Omit<RewrittenObjectsDependencies, 'changeLibrary'>,
    Pick<
      Ports,
      | 'linkedFolders'
      | 'folderActivityTable'
      | 'publicLinks'
      | 'syncTokenTable'
      | 'backupTable'
      | 'searchIndex'
      | 'transaction'
      | 'events'
    > {
  readonly access: LibraryAccess;
  readonly people: People;
  readonly reading: Pick<HeavyReading, 'run'>;
  readonly changeLibrary: Pick<ChangeLibrary, 'erasing' | 'eraseFromHistory'>;
  readonly garbage: Pick<Garbage, 'holdOff'>;
  /** How long linked folders are waited for, each time anew. */
  readonly pausesMs?: readonly number[];
}

/** What a person is told before. */
export interface ErasurePreview extends ErasurePlan {
  readonly libraryName: string;
  readonly isEncrypted: boolean;
  /** Linked folders of this computer that lose the item as well. */
  readonly linkedFolders: readonly string[];
  /** Share and upload links that lead to it or into it. */
  readonly links: number;
  /** Devices that synchronize the library; they take the new history over by themselves. */
  readonly devices: number;
  /** A backup is kept, which holds the item until it is made the next time. */
  readonly hasBackup: boolean;
}

/** What was found afterwards. */
export interface ErasureResult {
  /** Commits that were read again, and how many of them still hold the item: 0. */
  readonly commitsRead: number;
  readonly holding: number;
  readonly removedObjects: number;
  readonly removedBytes: number;
  /** Bytes that the disk has back. */
  readonly diskBytes: number;
  readonly endedAtSeconds: number;
}

export interface Erasure extends Omit<HistoryRewrite, 'item' | 'result' | 'rewriteId' | 'seq'> {
  /** The commit that tells of it. */
  readonly commitId: CommitId | null;
  readonly rewrittenByName: string;
  /** `waiting`: history is without the item, and what it held is removed once linked folders have taken that over. */
  readonly state: 'removing' | 'waiting' | 'done';
  readonly result: ErasureResult | null;
}

export interface ErasureList {
  /** One is under way, and its history is being written. */
  readonly isRewriting: boolean;
  /** Code of why the last one since the start was not made; empty: it was. */
  readonly failure: string;
  readonly erasures: readonly Erasure[];
}

export interface EraseOrder {
  readonly item: ErasedItem;
  /** The head that the preview was of. */
  readonly onto: CommitId;
  /** As the person typed it. */
  readonly libraryName: string;
}

const RETRY_SECONDS = 30;
/** A linked folder takes a head over in some seconds. One that is paused does not, and then it waits for the next start. */
const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000];

const NOTHING_REMOVED = { removedObjects: 0, removedBytes: 0, diskBytes: 0 };

/** Takes an item out of all of a history, for good. */
export type Erasures = ReturnType<typeof createErasures>;

export function createErasures(deps: ErasuresDependencies) {
  const { access, historyRewriteTable, folderLibraryTable, people } = deps;
  /** Of each library the one that is under way. */
  const running = new Map<LibraryId, { phase: 'rewriting' | 'removing' }>();
  const failures = new Map<LibraryId, string>();
  const stopping = new AbortController();
  const works = new Set<Promise<unknown>>();
  const wholeOf = (id: LibraryId) => [id, ...folderLibraryTable.of(id).map((folder) => folder.id)];

  /** @throws DomainError `library-not-found`; `permission-denied` unless the caller manages the whole library */
  function managed(caller: Caller, id: LibraryId): Library {
    if (caller.libraryToken !== undefined) throw new DomainError('permission-denied', { value: id });
    return access.managedAsWhole(caller, id).library;
  }

  function requireItem(item: ErasedItem): void {
    if (item.kind === 'path' && item.path === '/')
      throw new DomainError('path-invalid', { field: 'path', value: item.path });
    // Every empty file is the same one, which holds nothing.
    if (item.kind === 'file' && item.id === EMPTY_ID)
      throw new DomainError('argument-invalid', { field: 'object_id', value: item.id });
  }

  async function erase(caller: Caller, id: LibraryId, { item, onto }: EraseOrder): Promise<void> {
    running.set(id, { phase: 'rewriting' });
    await deps.changeLibrary.eraseFromHistory({ libraryId: id, item, author: caller.email, onto });
    await finish(id, deps.pausesMs ?? PAUSES_MS);
  }

  /** Removes what is left to remove; may be cut short, and called again. */
  async function finish(id: LibraryId, pausesMs: readonly number[]): Promise<void> {
    running.set(id, { phase: 'removing' });
    forgetSearched(id);
    forgetActivity(id);
    let total = NOTHING_REMOVED;
    for (const pause of [...pausesMs, null]) {
      stopping.signal.throwIfAborted();
      const { heldObjects, ...removed } = await removeRewritten(deps, id, stopping.signal);
      total = sumOf(total, removed);
      if (heldObjects === 0) return prove(id, total);
      if (pause !== null) await pauseFor(pause, stopping.signal);
    }
  }

  /** The words of what was erased are in the index; it begins anew. */
  function forgetSearched(id: LibraryId): void {
    deps.transaction(() => {
      for (const each of wholeOf(id)) {
        const known = deps.searchIndex.find(each);
        if (known !== null) deps.searchIndex.letGo(known.key);
      }
    });
  }

  /** The names of what was erased are in what linked folders say they did, also when they took it away just now. */
  function forgetActivity(id: LibraryId): void {
    const libraries = new Set(wholeOf(id));
    deps.transaction(() => {
      for (const each of libraries) deps.folderActivityTable.clear(each, deps.clock.nowSeconds());
    });
    for (const folder of deps.linkedFolders.list())
      if (libraries.has(folder.libraryId))
        deps.events.emit({ type: 'folder-activity', folder_id: folder.id, entries: [] });
  }

  async function prove(id: LibraryId, removed: typeof NOTHING_REMOVED): Promise<void> {
    for (const { rewriteId, item, result } of historyRewriteTable.of(id)) {
      const library = deps.libraryTable.find(id);
      if (result !== '' || library === null) continue;
      const { commits, holding } = await searchErased(deps, library, JSON.parse(item) as ErasedItem);
      const found: ErasureResult = {
        ...{ commitsRead: commits, holding, ...removed },
        endedAtSeconds: deps.clock.nowSeconds(),
      };
      deps.transaction(() => historyRewriteTable.finish(rewriteId, JSON.stringify(found)));
    }
    forgetActivity(id);
    const head = deps.libraryTable.find(id)?.headId;
    if (head !== undefined) deps.events.emit({ type: 'library', library_id: id, head_commit_id: head });
  }

  /**
   * Nothing is collected and no backup made meanwhile. Resolves once it has begun; what goes wrong then is told by `list`.
   * @throws DomainError `busy`
   */
  async function begin(id: LibraryId, work: () => Promise<void>): Promise<{ readonly over: Promise<void> }> {
    const begun = Promise.withResolvers<void>();
    const over = deps.garbage.holdOff(async () => {
      begun.resolve();
      failures.delete(id);
      try {
        await work();
      } catch (error) {
        failures.set(id, reasonOf(error));
      } finally {
        running.delete(id);
      }
    });
    const settled = over.catch(() => undefined).finally(() => works.delete(settled));
    works.add(settled);
    await Promise.race([begun.promise, over]);
    return { over };
  }

  function viewOf(
    id: LibraryId,
    { item: _, result, rewriteId: __, seq, ...rewrite }: HistoryRewrite,
  ): Erasure {
    const found = result === '' ? null : (JSON.parse(result) as ErasureResult);
    return {
      ...rewrite,
      commitId: deps.historyTable.findBySeq(id, seq)?.id ?? null,
      rewrittenByName: people.displayName(rewrite.rewrittenBy),
      state: found !== null ? 'done' : running.has(id) ? 'removing' : 'waiting',
      result: found,
    };
  }

  function list(caller: Caller, id: LibraryId): ErasureList {
    access.readable(caller, id);
    return {
      isRewriting: running.get(id)?.phase === 'rewriting',
      failure: failures.get(id) ?? '',
      erasures: historyRewriteTable.of(id).map((rewrite) => viewOf(id, rewrite)),
    };
  }

  return {
    list,

    /**
     * What erasing comes to. Reads every tree of the history, and changes nothing.
     * @throws DomainError `library-not-found`, `permission-denied`; `path-invalid`, `argument-invalid` for what cannot be
     * erased; `item-not-found` when no commit holds it; `object-missing`, `object-corrupt` for a damaged library
     */
    async plan(caller: Caller, id: LibraryId, item: ErasedItem): Promise<ErasurePreview> {
      const library = managed(caller, id);
      requireItem(item);
      const plan = await deps.reading.run(caller.email, (reading) =>
        planErasure(deps, reading, library, item),
      );
      if (plan.holding === 0)
        throw new DomainError('item-not-found', { value: item.kind === 'path' ? item.path : '' });
      const ids = new Set(wholeOf(id));
      const folders = deps.linkedFolders.list().filter(({ libraryId }) => ids.has(libraryId));
      return {
        ...plan,
        libraryName: library.name,
        isEncrypted: library.encryption !== null,
        linkedFolders: plan.isInHead ? folders.map(({ path }) => path) : [],
        links: item.kind === 'path' && plan.isInHead ? deps.publicLinks.countInside(id, item.path) : 0,
        devices: [...ids].reduce((sum, each) => sum + deps.syncTokenTable.countDevices(each), 0),
        hasBackup: deps.backupTable.find() !== null,
      };
    },

    /**
     * Begins to erase, after the preview of the same head. The answer tells how far it is, as `list` does from then on.
     * @throws DomainError as `plan`; `argument-invalid` unless the name is the library's; `head-moved` when the preview is out
     * of date; `library-read-only`; `busy` while something is collected, backed up or erased
     */
    async start(caller: Caller, id: LibraryId, order: EraseOrder): Promise<ErasureList> {
      const library = managed(caller, id);
      requireItem(order.item);
      if (order.libraryName !== library.name)
        throw new DomainError('argument-invalid', { field: 'library_name', reason: 'other-name' });
      if (library.status === 'read-only') throw new DomainError('library-read-only', { value: id });
      if (library.headId !== order.onto) throw new DomainError('head-moved', { value: id });
      if (running.has(id)) throw new DomainError('busy', { retryAfterSeconds: RETRY_SECONDS });
      await begin(id, () => erase(caller, id, order));
      return list(caller, id);
    },

    /** Removes what a crash, or a linked folder that was away, left to remove. What cannot be now is tried again later. */
    async finishAll(): Promise<void> {
      const libraries = new Set(historyRewriteTable.unfinished().map(({ libraryId }) => libraryId));
      for (const id of libraries) {
        if (running.has(id) || deps.libraryTable.find(id) === null) continue;
        try {
          await (await begin(id, () => finish(id, []))).over;
        } catch (error) {
          if (!(error instanceof DomainError)) throw error;
        }
      }
    },

    /** Waits for what is under way. */
    settled: async (): Promise<void> => void (await Promise.allSettled([...works])),

    /** Ends what runs, and waits for it: what is left to remove is removed after the next start. */
    async stop(): Promise<void> {
      stopping.abort(new DomainError('busy', { retryAfterSeconds: RETRY_SECONDS }));
      await Promise.allSettled([...works]);
    },
  };
}

function sumOf(one: typeof NOTHING_REMOVED, other: typeof NOTHING_REMOVED): typeof NOTHING_REMOVED {
  return {
    removedObjects: one.removedObjects + other.removedObjects,
    removedBytes: one.removedBytes + other.removedBytes,
    diskBytes: one.diskBytes + other.diskBytes,
  };
}

function reasonOf(error: unknown): string {
  const refusal = passingRefusal(error) ?? error;
  return refusal instanceof DomainError ? refusal.code : 'fault';
}

function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, ms);
    function end(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    }
    signal.addEventListener('abort', end);
  });
}
