import type { Caller } from '../core/access/caller.ts';
import { DomainError } from '../core/errors.ts';
import type { Change } from '../core/history/change.ts';
import { describeChanges } from '../core/history/describe.ts';
import type { Library, LibraryEncryption } from '../core/library/library.ts';
import type { LibraryId } from '../core/library/library-id.ts';
import { type Commit, commitIdOf, encodeCommit } from '../core/objects/commit.ts';
import { decodeFile } from '../core/objects/file-object.ts';
import { type CommitId, EMPTY_ID, type ObjectId } from '../core/objects/object-id.ts';
import { applyChanges, type TreeChange } from '../core/tree/apply.ts';
import { diffTrees } from '../core/tree/diff.ts';
import type { ReadDir } from '../core/tree/read-dir.ts';
import { countChanges } from '../core/tree/statistics.ts';
import type { Conflict } from '../core/tree/tree-result.ts';
import type { HeadJournal } from '../store/head-journal.ts';
import type { LibraryObjects, ObjectStore } from '../store/objects/object-store.ts';
import type { History } from '../store/sqlite/history.ts';
import type { Libraries } from '../store/sqlite/libraries.ts';
import type { StarTable } from '../store/sqlite/stars.ts';
import type { Trash } from '../store/sqlite/trash.ts';
import { createReadDir } from './directory-reader.ts';
import { createLibraryLock } from './library-lock.ts';
import type { Clock, EventSink } from './ports.ts';
import { recordHeadMove } from './record-head-move.ts';
import { planTrashUpdate } from './trash-update.ts';

export interface ChangeLibraryDependencies {
  readonly libraries: Libraries;
  readonly history: History;
  readonly trash: Trash;
  readonly stars: Pick<StarTable, 'follow'>;
  readonly objects: ObjectStore;
  readonly journal: HeadJournal;
  /** Runs the function as one immediate, durable transaction. */
  readonly transaction: <T>(work: () => T) => T;
  readonly clock: Clock;
  readonly events: EventSink;
}

export interface CommitRequest {
  readonly libraryId: LibraryId;
  readonly changes: readonly TreeChange[];
  /** E-mail of the author. */
  readonly author: string;
  /** Absent: worded from what changed. */
  readonly description?: string;
  /** Name of the device that the change comes from. */
  readonly device?: string;
  /**
   * Runs inside the transaction that moves the head, so that both happen or neither; for records that must agree
   * with the head. Not run when no commit is made.
   */
  readonly alongside?: (moved: MovedHead) => void;
}

/** How the tree of a library changes with a commit. */
export interface MovedHead {
  readonly previousRootId: ObjectId;
  readonly rootId: ObjectId;
  /** All that was asked for is in the tree as it was asked for. */
  readonly isClean: boolean;
}

export interface CommitResult {
  /** The head now. */
  readonly commitId: CommitId;
  /** The head before. */
  readonly previousId: CommitId;
  readonly rootId: ObjectId;
  /** False when the changes were there already: no commit was made. */
  readonly changed: boolean;
  readonly conflicts: readonly Conflict[];
}

/** A library before its first commit. */
export type NewLibrary = Omit<Library, 'headId' | 'rootId' | 'headSeq' | 'keptFromSeq'>;

/** New words or key material for a library; its tree stays. */
export interface RecordChange {
  readonly name?: string;
  readonly description?: string;
  readonly encryption?: LibraryEncryption;
}

/** The only ways a head comes to be or moves. */
export type ChangeLibrary = ReturnType<typeof createChangeLibrary>;

export function createChangeLibrary(deps: ChangeLibraryDependencies) {
  const { libraries, history, objects, journal, transaction, clock, events } = deps;
  const lock = createLibraryLock();
  /** Libraries from which something may have been collected since this process started. */
  const collected = new Set<LibraryId>();

  /** Durable on return: the library with its first commit. The record's head fields are filled in here. */
  async function createLibrary(record: NewLibrary): Promise<Library> {
    return lock(record.id, async () => {
      if (libraries.isKnown(record.id)) throw new DomainError('library-exists', { value: record.id });
      const commit = sealCommit(record.id, {
        ...recordFields(record),
        rootId: EMPTY_ID,
        parentId: null,
        authorEmail: record.modifierEmail,
        description: 'Created library',
        deviceName: null,
      });
      const library = { ...record, headId: commit.id, rootId: EMPTY_ID, headSeq: 1, keptFromSeq: 1 };
      await keep(objects.library(record.id), commit);
      transaction(() => {
        libraries.insert(library);
        history.append(commit, 1, []);
      });
      await recordHead(library, null);
      return library;
    });
  }

  /**
   * Applies changes to the head and commits the result. Durable on return.
   * @throws DomainError `library-not-found`, `library-read-only`, and what the changes themselves are refused with;
   * nothing is changed then.
   */
  async function commitChanges(request: CommitRequest): Promise<CommitResult> {
    return lock(request.libraryId, async () => {
      const library = writableLibrary(request.libraryId);
      const store = objects.library(library.id);
      requireContent(store, request.changes);
      if (collected.has(library.id)) await requireBlocks(store, request.changes);
      const readDir = createReadDir(store);
      const now = { nowSeconds: clock.nowSeconds() };
      const applied = await applyChanges(readDir, library.rootId, request.changes, now);
      const { rootId, conflicts } = applied;
      const previousId = library.headId;
      if (rootId === library.rootId)
        return { commitId: previousId, previousId, rootId, changed: false, conflicts };
      for (const dir of applied.dirs) await store.write('fs', dir.id, dir.bytes);
      const changes = await diffTrees(readDir, library.rootId, rootId);
      const commit = sealCommit(library.id, {
        ...recordFields(library),
        rootId,
        parentId: library.headId,
        authorEmail: request.author,
        description: request.description ?? describeChanges(changes),
        deviceName: request.device ?? null,
      });
      const moved = { previousRootId: library.rootId, rootId, isClean: conflicts.length === 0 };
      const alongside = () => request.alongside?.(moved);
      await moveHead({ library, commit, changes, readDir, store, alongside });
      return { commitId: commit.id, previousId, rootId, changed: true, conflicts };
    });
  }

  /**
   * Commits a new name, description or password of a library. Durable on return; absent fields stay.
   * @throws DomainError `library-not-found`, `library-read-only` unless an administrator asks
   */
  async function changeRecord(
    caller: Caller,
    id: LibraryId,
    change: RecordChange,
    words: string,
  ): Promise<void> {
    await lock(id, async () => {
      const library = caller.isAdmin ? liveLibrary(id) : writableLibrary(id);
      const commit = sealCommit(id, {
        ...recordFields({ ...library, ...change }),
        rootId: library.rootId,
        parentId: library.headId,
        authorEmail: caller.email,
        description: words,
        deviceName: null,
      });
      const store = objects.library(id);
      await moveHead({ library, commit, changes: [], readDir: createReadDir(store), store });
    });
  }

  interface PlannedMove {
    readonly library: Library;
    readonly commit: Commit;
    readonly changes: readonly Change[];
    readonly readDir: ReadDir;
    readonly store: LibraryObjects;
    readonly alongside?: () => void;
  }

  /** Everything below `commit` is written, so that one flush and one transaction make the move durable. */
  async function moveHead({
    library,
    commit,
    changes,
    readDir,
    store,
    alongside,
  }: PlannedMove): Promise<void> {
    const { sizeBytesDelta, fileCountDelta } = await countChanges(readDir, changes);
    const totals = {
      sizeBytes: library.sizeBytes + sizeBytesDelta,
      fileCount: library.fileCount + fileCountDelta,
    };
    const updateTrash = await planTrashUpdate({ trash: deps.trash, library, commit, changes, readDir });
    await keep(store, commit);
    transaction(() => {
      recordHeadMove(deps, { library, commit, changes, totals });
      updateTrash();
      alongside?.();
    });
    await recordHead({ ...library, headId: commit.id, name: commit.libraryName }, library.headId);
  }

  async function keep(store: LibraryObjects, commit: Commit): Promise<void> {
    await store.write('commit', commit.id, encodeCommit(commit));
    await store.flush();
  }

  async function recordHead(library: Library, previous: CommitId | null): Promise<void> {
    await journal.append([
      {
        type: 'head',
        at_s: clock.nowSeconds(),
        library_id: library.id,
        head_commit_id: library.headId,
        prev: previous,
        name: library.name,
        owner: library.owner,
      },
    ]);
    events.emit({ type: 'library', library_id: library.id, head_commit_id: library.headId });
  }

  /**
   * Gives a commit made here its id. The id does not cover parent, name or library, so the same words in the same second
   * would repeat it; the time is moved on until the id is new (reliability rule: a stored commit is never replaced).
   * New is what neither the history nor the store has: a commit whose transaction failed lies in the store alone.
   */
  function sealCommit(libraryId: LibraryId, fields: CommitFields): Commit {
    const commit = { ...fields, libraryId, creator: EMPTY_ID, secondParentId: null, clientVersion: null };
    let ctimeSeconds = clock.nowSeconds();
    let id = commitIdOf({ ...commit, ctimeSeconds });
    const store = objects.library(libraryId);
    while (history.find(libraryId, id) !== null || store.has('commit', id)) {
      ctimeSeconds += 1;
      id = commitIdOf({ ...commit, ctimeSeconds });
    }
    return { ...commit, id, ctimeSeconds, isMerge: false, hasConflict: false };
  }

  function liveLibrary(id: LibraryId): Library {
    const library = libraries.find(id);
    if (library === null) throw new DomainError('library-not-found', { value: id });
    return library;
  }

  function writableLibrary(id: LibraryId): Library {
    const library = liveLibrary(id);
    if (library.status === 'read-only') throw new DomainError('library-read-only', { value: id });
    return library;
  }

  return {
    createLibrary,
    commitChanges,
    changeRecord,
    /** Runs work on a library while nothing else moves its head. A commit asked for inside it never ends. */
    exclusively: <T>(id: LibraryId, work: () => Promise<T>): Promise<T> => {
      collected.add(id);
      return lock(id, work);
    },
  };
}

/**
 * Passes only changes whose files and folders are here. What an old version held when the change was planned may have
 * been collected since; what is damaged still counts as here, because a good copy may come.
 * @throws DomainError `head-moved`
 */
function requireContent(store: LibraryObjects, changes: readonly TreeChange[]): void {
  for (const change of changes) {
    const id = change.op === 'put' ? change.dirent.id : change.op === 'mkdir' ? change.id : undefined;
    if (id === undefined || store.has('fs', id)) continue;
    for (const damaged of store.damaged()) if (damaged.kind === 'fs' && damaged.id === id) return;
    throw new DomainError('head-moved', { value: id, reason: 'content-collected' });
  }
}

/**
 * Passes only files whose blocks are here: content that was stored long before it is committed may have been collected
 * in between, the blocks before the file object that names them. Costs a read of each file object, so it is for
 * libraries that were collected from alone.
 * @throws DomainError `head-moved`
 */
async function requireBlocks(store: LibraryObjects, changes: readonly TreeChange[]): Promise<void> {
  for (const change of changes) {
    if (change.op !== 'put' || change.dirent.id === EMPTY_ID || !store.has('fs', change.dirent.id)) continue;
    const { id } = change.dirent;
    const isWhole = decodeFile(id, await store.read('fs', id)).blockIds.every((block) =>
      store.has('block', block),
    );
    // What is damaged still counts as here, because a good copy may come.
    if (!isWhole && [...store.damaged()].length === 0) {
      throw new DomainError('head-moved', { value: id, reason: 'content-collected' });
    }
  }
}

type CommitFields = Omit<
  Commit,
  | 'id'
  | 'libraryId'
  | 'creator'
  | 'secondParentId'
  | 'clientVersion'
  | 'ctimeSeconds'
  | 'isMerge'
  | 'hasConflict'
>;

function recordFields(library: Pick<Library, 'name' | 'description' | 'encryption'>) {
  return {
    libraryName: library.name,
    libraryDescription: library.description,
    encryption: library.encryption,
  };
}
