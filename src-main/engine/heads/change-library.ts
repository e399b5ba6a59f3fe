import { LRUCache } from 'lru-cache';
import { DomainError } from '../../core/errors.ts';
import { DESCRIPTIONS, describeChanges } from '../../core/history/describe.ts';
import type { Library, LibraryEncryption } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { type CommitId, EMPTY_ID, type ObjectId } from '../../core/objects/object-id.ts';
import { isStepDue } from '../../core/steps.ts';
import { applyChanges, type TreeChange } from '../../core/tree/apply.ts';
import { diffTrees } from '../../core/tree/diff.ts';
import type { ReadDir } from '../../core/tree/read-dir.ts';
import type { Conflict } from '../../core/tree/working-tree.ts';
import type { LibraryObjects } from '../../store/objects/object-store.ts';
import { createReadDir } from '../reading/directory-reader.ts';
import { DirentCache } from '../reading/dirent-cache.ts';
import { decodeFileYielding } from '../reading/file-content.ts';
import { yieldToEventLoop } from '../scheduling/yield-to-event-loop.ts';
import type { CommitRecord } from './commit-records.ts';
import { createHeadMoves, type HeadMovesDependencies, recordFields } from './head-moves.ts';
import { createLibraryLock } from './library-lock.ts';
import {
  type PushDependencies,
  type PushRequest,
  type PushResult,
  pushCommit as push,
} from './push-commit.ts';

export type ChangeLibraryDependencies = HeadMovesDependencies & Omit<PushDependencies, 'moves'>;

/** Plain data. */
export interface CommitRequest {
  readonly libraryId: LibraryId;
  readonly changes: readonly TreeChange[];
  /** E-mail of the author. */
  readonly author: string;
  /** The person was asked before, where much is taken away: linked folders need not ask once more. */
  readonly asksFirst: boolean;
  /** Absent: worded from what changed. */
  readonly description?: string;
  /** Name of the device that the change comes from. */
  readonly device?: string;
  /** The head that the changes were planned for. Absent: they say themselves what they are made for. */
  readonly onto?: CommitId;
  /** Not recorded when no commit is made. */
  readonly records?: readonly CommitRecord[];
}

export interface CommitResult {
  /** The head now. */
  readonly commitId: CommitId;
  /** The head before. */
  readonly previousId: CommitId;
  /** The tree before. */
  readonly previousRootId: ObjectId;
  readonly rootId: ObjectId;
  /** False when the changes were there already: no commit was made. */
  readonly changed: boolean;
  readonly conflicts: readonly Conflict[];
}

/** Encoding so many rows takes 10 ms; after more, others have their turn before the next step. */
const ROWS_BEFORE_YIELD = 10_000;
/** Looked up in 10 ms. */
const CHANGES_BEFORE_YIELD = 3_000;

/** As many as a folder may lie behind and still be told. */
const ASKED_FIRST_KEPT = 10_000;

/** A library before its first commit. */
export type NewLibrary = Omit<Library, 'headId' | 'rootId' | 'headSeq' | 'retainedFromSeq'>;

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
  const { libraryTable, historyTable, objects, transaction, clock } = deps;
  const moves = createHeadMoves(deps);
  const { liveLibrary, writableLibrary, sealCommit } = moves;
  const lock = createLibraryLock();
  const askedFirst = new LRUCache<CommitId, true>({ max: ASKED_FIRST_KEPT });
  /** An import commits to one folder again and again: what a commit made is what the next one changes. */
  const direntCache = new DirentCache();
  /** Libraries from which something may have been collected since this process started. */
  const collected = new Set<LibraryId>();

  /** To be called before others hear of the commit. */
  function noteAsked(id: CommitId, asksFirst: boolean): void {
    if (asksFirst) askedFirst.set(id, true);
  }

  /** Durable on return: the library with its first commit. The record's head fields are filled in here. */
  async function createLibrary(record: NewLibrary): Promise<Library> {
    return lock(record.id, async () => {
      if (libraryTable.isKnown(record.id)) throw new DomainError('library-exists', { value: record.id });
      const commit = sealCommit(record.id, {
        ...recordFields(record),
        rootId: EMPTY_ID,
        parentId: null,
        authorEmail: record.modifierEmail,
        description: DESCRIPTIONS.created,
        deviceName: null,
      });
      const library = { ...record, headId: commit.id, rootId: EMPTY_ID, headSeq: 1, retainedFromSeq: 1 };
      await moves.keep(objects.library(record.id), commit);
      transaction(() => {
        libraryTable.insert(library);
        historyTable.append(commit, 1, []);
      });
      await moves.recordHead(library, null);
      return library;
    });
  }

  /**
   * Lets a library be seen whose objects and history are all here. Durable on return.
   * @param show makes it live, inside a transaction
   */
  async function publishLibrary(library: Library, show: () => void): Promise<void> {
    const keptFrom = historyTable.findBySeq(library.id, library.retainedFromSeq)?.id;
    await lock(library.id, async () => {
      await objects.library(library.id).flush();
      transaction(show);
      await moves.recordHead(library, null, keptFrom);
    });
  }

  /**
   * Applies changes to the head and commits the result. Durable on return.
   * @throws DomainError `library-not-found`, `library-read-only`, `head-moved` when they were planned for another head, and
   * what the changes themselves are refused with; nothing is changed then.
   */
  async function commitChanges(request: CommitRequest): Promise<CommitResult> {
    return lock(request.libraryId, async () => {
      const library = writableLibrary(request.libraryId);
      const { onto = library.headId } = request;
      if (onto !== library.headId) throw new DomainError('head-moved', { value: library.id });
      const store = objects.library(library.id);
      await requireContent(store, request.changes);
      if (collected.has(library.id)) await requireBlocks(store, request.changes);
      const readStored = createReadDir(store);
      const keyOf = (dirId: ObjectId) => `${library.id} ${dirId}`;
      const readDir: ReadDir = (id) => direntCache.of(keyOf(id), () => readStored(id));
      const options = { nowSeconds: clock.nowSeconds(), yieldToEventLoop };
      if (request.changes.length > CHANGES_BEFORE_YIELD) await yieldToEventLoop();
      const applied = await applyChanges(readDir, library.rootId, request.changes, options);
      const { rootId, conflicts } = applied;
      const { headId: previousId, rootId: previousRootId } = library;
      if (rootId === library.rootId)
        return { commitId: previousId, previousId, previousRootId, rootId, changed: false, conflicts };
      const isLong = applied.dirs.some(({ dirents }) => dirents.length > ROWS_BEFORE_YIELD);
      if (isLong) await yieldToEventLoop();
      for (const dir of applied.dirs) {
        await store.write('fs', dir.id, dir.bytes);
        direntCache.keep(keyOf(dir.id), dir.dirents);
      }
      if (isLong) await yieldToEventLoop();
      const changes = await deps.reading.run(request.author, (reading) =>
        diffTrees(reading.through(readDir), library.rootId, rootId, { yieldToEventLoop }),
      );
      if (isLong) await yieldToEventLoop();
      const commit = sealCommit(library.id, {
        ...recordFields(library),
        rootId,
        parentId: library.headId,
        authorEmail: request.author,
        description: request.description ?? describeChanges(changes),
        deviceName: request.device ?? null,
      });
      const { records = [] } = request;
      const isClean = conflicts.length === 0;
      noteAsked(commit.id, request.asksFirst);
      await moves.moveHead({ library, commit, changes, readDir, store, records, isClean });
      return { commitId: commit.id, previousId, previousRootId, rootId, changed: true, conflicts };
    });
  }

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
      noteAsked(commit.id, asksFirst);
      await moves.moveHead({ library, commit, changes: [], readDir: createReadDir(store), store });
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
    createLibrary,
    publishLibrary,
    commitChanges,
    changeRecord,
    pushCommit,
    /** Whether the person was asked before the commit was made. False also for what was committed long ago, or before a restart. */
    wasAskedFirst: (id: CommitId): boolean => askedFirst.has(id),
    /** Runs short work that reads what is kept of a library, while nothing is committed and nothing collected. */
    withLock: lock,
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
async function requireContent(store: LibraryObjects, changes: readonly TreeChange[]): Promise<void> {
  for (const [at, change] of changes.entries()) {
    if (at > 0 && at % CHANGES_BEFORE_YIELD === 0) await yieldToEventLoop();
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
    const { blockIds } = await decodeFileYielding(id, await store.read('fs', id));
    let isWhole = true;
    for (const [at, block] of blockIds.entries()) {
      if (isStepDue(at)) await yieldToEventLoop();
      isWhole &&= store.has('block', block);
    }
    // What is damaged still counts as here, because a good copy may come.
    if (!isWhole && [...store.damaged()].length === 0) {
      throw new DomainError('head-moved', { value: id, reason: 'content-collected' });
    }
  }
}
