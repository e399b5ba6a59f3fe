import { type Caller, SERVER } from '../../core/access/caller.ts';
import { DomainError } from '../../core/errors.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { type CommitId, EMPTY_ID } from '../../core/objects/object-id.ts';
import { type ErasedItem, erasedPathsOf } from '../../core/tree/erase.ts';
import type { Ports } from '../../engine/ports.ts';
import { type ErasurePlan, planErasure } from '../../engine/reading/erasure-plan.ts';
import {
  type FormerNames,
  type FormerNamesDependencies,
  formerNamesOf,
} from '../../engine/reading/former-names.ts';
import type { HeavyReading } from '../../engine/reading/heavy-reading.ts';
import type { HistoryRewrite } from '../../store/sqlite/history-rewrites.ts';
import type { LibraryAccess } from '../access/library-access.ts';
import type { People } from '../access/people.ts';
import type { Garbage } from '../upkeep/garbage.ts';
import type { Job, Jobs } from '../upkeep/jobs.ts';
import type { WatchedWork } from '../upkeep/watched-work.ts';
import { createErasing, type ErasingDependencies, type ErasureResult } from './erasing.ts';

export interface ErasuresDependencies
  extends ErasingDependencies,
    FormerNamesDependencies,
    Pick<Ports, 'publicLinks' | 'syncTokenTable' | 'backupTable'> {
  readonly access: LibraryAccess;
  readonly people: People;
  readonly reading: Pick<HeavyReading, 'run'>;
  readonly garbage: Pick<Garbage, 'holdOff' | 'isTaken'>;
  readonly jobs: Pick<Jobs, 'run' | 'running' | 'settled' | 'lastOfLibrary'>;
}

/** What a person is told before. */
export interface ErasurePreview extends ErasurePlan {
  readonly libraryName: string;
  /** Of a file that is told by its path: those that it had before. */
  readonly formerNames: FormerNames;
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
  /** Code of why the last one was not made or not finished, `canceled` where it was ended; empty: it was. */
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

const NO_NAMES: FormerNames = { names: [], hasMore: false };

/** Takes an item out of all of a history, for good. */
export type Erasures = ReturnType<typeof createErasures>;

export function createErasures(deps: ErasuresDependencies) {
  const { access, historyRewriteTable, people, jobs, garbage } = deps;
  const erasing = createErasing(deps);

  /** @throws DomainError `library-not-found`; `permission-denied` unless the caller manages the whole library */
  function managed(caller: Caller, id: LibraryId): Library {
    if (caller.libraryToken !== undefined) throw new DomainError('permission-denied', { value: id });
    return access.managedAsWhole(caller, id).library;
  }

  /** Null: nothing is being erased from the library. */
  function runningIn(id: LibraryId): Job | null {
    const job = jobs.running();
    return job?.kind === 'erasure' && job.libraryId === id ? job : null;
  }

  /** As a job, during which nothing is collected and no backup made. @throws DomainError `busy` */
  function run(caller: Caller, id: LibraryId, work: (watched: WatchedWork) => Promise<boolean>): void {
    if (garbage.isTaken()) throw new DomainError('busy', { retryAfterSeconds: RETRY_SECONDS });
    const job = async (watched: WatchedWork) => ((await garbage.holdOff(() => work(watched))) ? {} : null);
    jobs.run(caller, 'erasure', job, id);
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
      state: found !== null ? 'done' : runningIn(id) !== null ? 'removing' : 'waiting',
      result: found,
    };
  }

  function list(caller: Caller, id: LibraryId): ErasureList {
    access.readable(caller, id);
    const job = runningIn(id);
    return {
      isRewriting: job?.done === 0,
      failure: job === null ? failureOf(jobs.lastOfLibrary('erasure', id)) : '',
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
      const paths = erasedPathsOf(item);
      const [path] = paths;
      return deps.reading.run(caller.email, async (reading) => {
        const plan = await planErasure(deps, reading, library, item);
        if (plan.holding === 0) throw new DomainError('item-not-found', { value: path ?? '' });
        const formerNames = path === undefined ? NO_NAMES : await formerNamesOf(deps, library, path, reading);
        return { ...previewOf(deps, { library, paths, plan }), formerNames };
      });
    },

    /**
     * Begins to erase, after the preview of the same head. The answer tells how far it is, as `list` does from then on.
     * @throws DomainError as `plan`; `argument-invalid` unless the name is the library's; `head-moved` when the preview is out
     * of date; `library-read-only`; `busy` while another job runs, or something is collected or backed up
     */
    start(caller: Caller, id: LibraryId, { item, onto, libraryName }: EraseOrder): ErasureList {
      const library = managed(caller, id);
      requireItem(item);
      if (libraryName !== library.name)
        throw new DomainError('argument-invalid', { field: 'library_name', reason: 'other-name' });
      if (library.status === 'read-only') throw new DomainError('library-read-only', { value: id });
      if (library.headId !== onto) throw new DomainError('head-moved', { value: id });
      run(caller, id, async (watched) => {
        await erasing.erase({ libraryId: id, item, author: caller.email, onto }, watched);
        return true;
      });
      return list(caller, id);
    },

    /**
     * Removes what a crash, or a linked folder that was away, left to remove. What cannot be now is tried again later; a try
     * that came to nothing leaves no record.
     */
    async finishAll(): Promise<void> {
      const libraries = new Set(historyRewriteTable.unfinished().map(({ libraryId }) => libraryId));
      for (const id of libraries) {
        if (deps.libraryTable.find(id) === null) continue;
        try {
          run(SERVER, id, (watched) => erasing.finish(id, watched));
        } catch (error) {
          if (error instanceof DomainError && error.code === 'busy') return;
          throw error;
        }
        await jobs.settled();
      }
    },
  };
}

/** @throws DomainError `path-invalid`, `argument-invalid` */
function requireItem(item: ErasedItem): void {
  if (erasedPathsOf(item).includes('/')) throw new DomainError('path-invalid', { field: 'path', value: '/' });
  // Every empty file is the same one, which holds nothing.
  if (item.kind === 'file' && item.id === EMPTY_ID)
    throw new DomainError('argument-invalid', { field: 'object_id', value: item.id });
}

/** What else of this computer, and of others, the plan concerns. */
function previewOf(
  deps: ErasuresDependencies,
  { library, paths, plan }: Planned,
): Omit<ErasurePreview, 'formerNames'> {
  const { id } = library;
  const ids = new Set([id, ...deps.folderLibraryTable.of(id).map((folder) => folder.id)]);
  const folders = deps.linkedFolders.list().filter(({ libraryId }) => ids.has(libraryId));
  return {
    ...plan,
    libraryName: library.name,
    isEncrypted: library.encryption !== null,
    linkedFolders: plan.isInHead ? folders.map(({ path }) => path) : [],
    links: plan.isInHead ? paths.reduce((sum, path) => sum + deps.publicLinks.countInside(id, path), 0) : 0,
    devices: [...ids].reduce((sum, each) => sum + deps.syncTokenTable.countDevices(each), 0),
    hasBackup: deps.backupTable.find() !== null,
  };
}

interface Planned {
  readonly library: Library;
  readonly paths: readonly string[];
  readonly plan: ErasurePlan;
}

function failureOf(job: Job | null): string {
  if (job === null || job.state === 'done') return '';
  return job.state === 'canceled' ? 'canceled' : (job.outcome.reason ?? '');
}
