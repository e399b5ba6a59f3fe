import { type Caller, requireAdministrator } from '../../core/access/caller.ts';
import { DomainError } from '../../core/errors.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { EMPTY_ID } from '../../core/objects/object-id.ts';
import { walkTree } from '../../core/tree/walk.ts';
import { createReadDir } from '../../engine/reading/directory-reader.ts';
import { type ExportedHistory, HistoryStream } from '../../engine/reading/history-stream.ts';
import { type RetainedReaderDependencies, retainedReader } from '../../engine/reading/retained-reader.ts';
import { oldestShownNow, type ShownHistoryDependencies } from '../../engine/reading/retention.ts';
import { isUnreadable } from '../../engine/reading/stored-commits.ts';
import type { HistoryEntry, HistoryTable } from '../../store/sqlite/history.ts';
import type { PinTable } from '../../store/sqlite/pins.ts';
import type { LibraryAccess } from '../access/library-access.ts';
import type { People } from '../access/people.ts';
import type { Garbage } from '../upkeep/garbage.ts';
import type { Job, Jobs } from '../upkeep/jobs.ts';
import type { WatchedWork } from '../upkeep/watched-work.ts';

/** Where git repositories are made. */
export interface HistoryTarget {
  /**
   * Makes ready a folder that is new or empty.
   * @throws DomainError `git-missing`, before anything is made; `path-invalid`, `disk-full`
   */
  open(to: string): Promise<NewRepository>;
}

/** A repository on its way. Either `finish` succeeds, or it is discarded. */
export interface NewRepository {
  readonly path: string;
  /** Takes a stream as `HistoryStream` makes it, to its end. */
  fill(stream: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void>;
  /** Writes the newest files beside it. Why not all of them could be, in git's words; empty: all are. */
  finish(signal: AbortSignal): Promise<string>;
  /** Takes away what was made, and nothing else. */
  discard(): Promise<void>;
}

export interface HistoryExportsDependencies extends RetainedReaderDependencies, ShownHistoryDependencies {
  readonly access: Pick<LibraryAccess, 'readable'>;
  readonly historyTable: HistoryTable;
  readonly pinTable: Pick<PinTable, 'of'>;
  readonly people: Pick<People, 'displayName'>;
  readonly garbage: Pick<Garbage, 'holdOff'>;
  readonly jobs: Pick<Jobs, 'run'>;
  readonly target: HistoryTarget;
}

/** Libraries taken out of Keepfold with all their versions, as git repositories. */
export type HistoryExports = ReturnType<typeof createHistoryExports>;

export function createHistoryExports(deps: HistoryExportsDependencies) {
  const { access, historyTable, target } = deps;

  /** Numbers of the commits that are shown, and of pinned ones before them; oldest first. */
  function* keptSeqs(library: Library): Generator<number> {
    const oldest = oldestShownNow(deps, library);
    const pinned = deps.pinTable.of(library.id).filter(({ seq }) => seq < oldest);
    for (const { seq } of pinned.toReversed()) yield seq;
    for (let seq = oldest; seq <= library.headSeq; seq++) yield seq;
  }

  function* commitsOf(library: Library, seqs: readonly number[]): Generator<HistoryEntry> {
    for (const seq of seqs) {
      const commit = historyTable.findBySeq(library.id, seq);
      if (commit === null) throw new DomainError('library-not-found', { value: library.id });
      yield commit;
    }
  }

  /** Folders without anything in them; what cannot be read is told of elsewhere. */
  async function countEmptyFolders(library: Library): Promise<number> {
    const readDir = createReadDir(retainedReader(deps, library));
    const readIfWhole = (id: Parameters<typeof readDir>[0]) =>
      readDir(id).catch((error: unknown) => {
        if (isUnreadable(error)) return [];
        throw error;
      });
    let count = 0;
    for await (const { dirent } of walkTree(readIfWhole, library.rootId))
      if (dirent.kind === 'dir' && dirent.id === EMPTY_ID) count += 1;
    return count;
  }

  async function write(
    library: Library,
    repository: NewRepository,
    { signal, onProgress }: WatchedWork,
  ): Promise<ExportedHistory> {
    const seqs = [...keptSeqs(library)];
    let done = 0;
    onProgress(done, seqs.length);
    const stream = new HistoryStream({
      objects: retainedReader(deps, library),
      nameOf: (email) => deps.people.displayName(email),
      onCommit: () => onProgress(++done, seqs.length),
    });
    await repository.fill(stream.pieces(commitsOf(library, seqs)), signal);
    const emptyFolders = await countEmptyFolders(library);
    const notWritten = await repository.finish(signal);
    return {
      ...{ libraryId: library.id, name: library.name, path: repository.path },
      ...{ ...stream.result, emptyFolders, notWritten },
    };
  }

  return {
    /**
     * Begins to write every kept commit of a library, as a job, into a git repository in a folder that is new or empty.
     * Nothing is collected meanwhile. Where it fails or is ended, nothing of it stays.
     * @throws DomainError `permission-denied`, `library-not-found`; `library-locked` for content the server cannot read;
     * `git-missing`, `path-invalid`, `disk-full`; `busy` while another job runs
     */
    async start(caller: Caller, id: LibraryId, to: string): Promise<Job> {
      requireAdministrator(caller);
      const { library } = access.readable(caller, id);
      if (library.encryption !== null) throw new DomainError('library-locked', { value: id });
      const repository = await target.open(to);
      try {
        return deps.jobs.run(caller, 'export', async (watched) => {
          try {
            const exported = await deps.garbage.holdOff(() => write(library, repository, watched));
            return { exported };
          } catch (error) {
            await repository.discard();
            throw error;
          }
        });
      } catch (error) {
        await repository.discard();
        throw error;
      }
    },
  };
}
