import type { LibraryEncryption } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import type { Ports } from '../ports.ts';
import { createReadDir } from '../reading/directory-reader.ts';
import { createCommitChanges } from './commit-changes.ts';
import { type ErasedFromHistory, type EraseRequest, eraseHistory } from './erase-history.ts';
import { createHeadMoves, type HeadMovesDependencies } from './head-moves.ts';
import { createKeptContent } from './kept-content.ts';
import { createLibraryLock, type LibraryLock } from './library-lock.ts';
import { createNewLibraries } from './new-libraries.ts';
import { recordFields } from './planned-move.ts';
import {
  type PushDependencies,
  type PushRequest,
  type PushResult,
  pushCommit as push,
} from './push-commit.ts';

export type ChangeLibraryDependencies = HeadMovesDependencies &
  Omit<PushDependencies, 'moves'> &
  Pick<Ports, 'pinTable'>;

/** New words or key material for a library; its tree stays. */
export interface RecordChange {
  readonly name?: string;
  readonly description?: string;
  readonly encryption?: LibraryEncryption;
}

/** Plain data. */
export interface RecordChangeRequest {
  readonly libraryId: LibraryId;
  readonly change: RecordChange;
  /** E-mail. */
  readonly author: string;
  /** @see CommitRequest */
  readonly asksFirst: boolean;
  readonly description: string;
  /** For administrators, whom read-only does not bind in this. */
  readonly evenReadOnly?: boolean;
}

/** The only ways a head is created or moves. */
export type ChangeLibrary = ReturnType<typeof createChangeLibrary>;

export function createChangeLibrary(deps: ChangeLibraryDependencies) {
  const { objects } = deps;
  const moves = createHeadMoves(deps);
  const { liveLibrary, writableLibrary, sealCommit } = moves;
  const lockStore = createLibraryLock();
  const kept = createKeptContent(deps);

  /** Folder libraries have objects, and so a turn, in common with the library that they are in. */
  const storeOf = (id: LibraryId): LibraryId => deps.folderLibraryTable.originOf(id) ?? id;
  const lock: LibraryLock = (id, task) => lockStore(storeOf(id), task);
  const newLibraries = createNewLibraries({ ...deps, moves, lock });
  const commitChanges = createCommitChanges({ ...deps, moves, lock, kept, storeOf });

  /**
   * Commits a new name, description or password of a library. Durable on return; absent fields stay.
   * @throws DomainError `library-not-found`, `library-read-only` unless `evenReadOnly`
   */
  async function changeRecord(request: RecordChangeRequest): Promise<void> {
    const { libraryId: id, change, author, asksFirst, description, evenReadOnly = false } = request;
    await lock(id, async () => {
      const library = evenReadOnly ? liveLibrary(id) : writableLibrary(id);
      const commit = sealCommit(id, {
        ...recordFields({ ...library, ...change }),
        rootId: library.rootId,
        parentId: library.headId,
        authorEmail: author,
        description,
        deviceName: null,
      });
      const store = objects.library(id);
      await moves.moveHead({ library, commit, changes: [], readDir: createReadDir(store), store, asksFirst });
    });
  }

  /**
   * Makes a commit that a sync client has uploaded the head, or merges it into what the head has become meanwhile.
   * Durable on return.
   * @throws DomainError `library-not-found`, `library-read-only`; `commit-not-found`, `argument-invalid`,
   * `object-missing`, `object-corrupt` for commits that cannot become the head; `quota-exceeded`
   */
  async function pushCommit(request: PushRequest): Promise<PushResult> {
    return lock(request.libraryId, () => push({ ...deps, moves }, request));
  }

  return {
    ...newLibraries,
    commitChanges,
    changeRecord,
    pushCommit,
    /** @see eraseHistory */
    eraseFromHistory: (request: EraseRequest, signal?: AbortSignal): Promise<ErasedFromHistory> =>
      eraseHistory({ ...deps, moves, lock }, request, signal),
    /** Whether the person was asked before the commit was made. False also for what was committed long ago, or before a restart. */
    wasAskedFirst: moves.wasAskedFirst,
    /** Runs short work that reads what is kept of a library, while nothing is committed and nothing collected. */
    withLock: lock,
    /** Runs work on a library while nothing else moves its head. A commit asked for inside it never ends. */
    exclusively: <T>(id: LibraryId, work: () => Promise<T>): Promise<T> => {
      kept.noteCollection(storeOf(id));
      return lock(id, work);
    },
    /** As `exclusively`, for work that removes objects however young they are. */
    erasing: <T>(id: LibraryId, work: () => Promise<T>): Promise<T> => {
      kept.noteErasure(storeOf(id));
      return lock(id, work);
    },
  };
}
