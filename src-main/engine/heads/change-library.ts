import { DomainError } from '../../core/errors.ts';
import { DESCRIPTIONS, describeChanges } from '../../core/history/describe.ts';
import type { FolderOrigin, Library, LibraryEncryption } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { FOLDER_LIBRARIES_MAX } from '../../core/limits.ts';
import { type CommitId, EMPTY_ID, type ObjectId } from '../../core/objects/object-id.ts';
import { isStepDue } from '../../core/steps.ts';
import { applyChanges, type TreeChange } from '../../core/tree/apply.ts';
import { diffTrees } from '../../core/tree/diff.ts';
import { direntsOf } from '../../core/tree/dirents-of.ts';
import type { ReadDir } from '../../core/tree/read-dir.ts';
import { countTree } from '../../core/tree/statistics.ts';
import { findEntry } from '../../core/tree/tree-lookup.ts';
import type { Conflict } from '../../core/tree/working-tree.ts';
import type { LibraryObjects } from '../../store/objects/object-store.ts';
import type { Ports } from '../ports.ts';
import { createReadDir } from '../reading/directory-reader.ts';
import { DirentCache } from '../reading/dirent-cache.ts';
import { decodeFileYielding } from '../reading/file-content.ts';
import { yieldToEventLoop } from '../scheduling/yield-to-event-loop.ts';
import type { CommitRecord } from './commit-records.ts';
import { type ErasedFromHistory, type EraseRequest, eraseHistory } from './erase-history.ts';
import { createHeadMoves, type HeadMovesDependencies } from './head-moves.ts';
import { createLibraryLock, type LibraryLock } from './library-lock.ts';
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
  /** Only a story of the past has one, such as that of a sample. Absent: now. */
  readonly atSeconds?: number;
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

/** A library before its first commit. */
export type NewLibrary = Omit<Library, 'headId' | 'rootId' | 'headSeq' | 'retainedFromSeq'>;

/** A folder that is to be a library of its own. */
export interface NewFolderLibrary extends Pick<Library, 'id' | 'name'> {
  readonly origin: FolderOrigin;
  /** E-mail of who asks for it. */
  readonly author: string;
}

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
  const lockStore = createLibraryLock();
  /** An import commits to one folder again and again: what a commit made is what the next one changes. */
  const direntCache = new DirentCache();
  /** Libraries from which something may have been collected since this process started. */
  const collected = new Set<LibraryId>();
  /** Those of them from which also what was stored lately may have been removed. */
  const erasedFrom = new Set<LibraryId>();

  /** Folder libraries have objects, and so a turn, in common with the library that they are in. */
  const storeOf = (id: LibraryId): LibraryId => deps.folderLibraryTable.originOf(id) ?? id;
  const lock: LibraryLock = (id, task) => lockStore(storeOf(id), task);

  /** Passes only changes all of whose content is still here. @throws DomainError `head-moved` */
  async function requireKept(storeId: LibraryId, changes: readonly TreeChange[]): Promise<void> {
    const store = objects.library(storeId);
    await requireContent(store, changes);
    if (collected.has(storeId)) await requireBlocks(store, changes);
    if (erasedFrom.has(storeId)) await requireFolders(store, changes);
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
        atSeconds: record.createdAtSeconds,
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
   * Makes a folder a library of its own, by its content at the head; or gives the one that it is already. Durable on return.
   * @throws DomainError `library-not-found`, `library-encrypted`, `folder-not-found`, `path-invalid` for the root,
   * `argument-invalid` with reason `too-many`
   */
  async function createFolderLibrary(record: NewFolderLibrary): Promise<Library> {
    return lock(record.origin.id, async () => {
      const { id, name, origin } = record;
      const library = liveLibrary(origin.id);
      if (library.encryption !== null) throw new DomainError('library-encrypted', { value: library.id });
      if (origin.path === '/') throw new DomainError('path-invalid', { field: 'p', value: origin.path });
      const others = deps.folderLibraryTable.of(library.id);
      const existing = others.find((other) => !other.isEnded && other.origin.path === origin.path);
      if (existing !== undefined) return existing;
      if (others.length >= FOLDER_LIBRARIES_MAX)
        throw new DomainError('argument-invalid', { field: 'p', reason: 'too-many' });
      const store = objects.library(library.id);
      const readDir = createReadDir(store);
      const folder = await findEntry(readDir, library.rootId, origin.path);
      if (folder?.kind !== 'dir') throw new DomainError('folder-not-found', { value: origin.path });
      const rootId = folder.id;
      const fields = {
        ...recordFields({ ...library, name, description: '' }),
        ...{ rootId, parentId: null, authorEmail: record.author, deviceName: null },
        description: DESCRIPTIONS.created,
      };
      const commit = sealCommit(id, fields, undefined, store);
      const made: Library = {
        ...library,
        ...(await countTree(readDir, rootId)),
        ...{ id, name, description: '', origin, headId: commit.id, rootId, headSeq: 1, retainedFromSeq: 1 },
        ...{ updatedAtSeconds: commit.ctimeSeconds, createdAtSeconds: commit.ctimeSeconds },
        modifierEmail: record.author,
      };
      await moves.keep(store, commit);
      transaction(() => {
        libraryTable.insert(made);
        historyTable.append(commit, 1, []);
      });
      return made;
    });
  }

  /** After a start: brings folder libraries up to the folders that they show, which what was repaired may have moved. */
  async function bringFoldersUp(): Promise<void> {
    for (const id of deps.folderLibraryTable.origins()) {
      await lock(id, async () => {
        const library = libraryTable.find(id);
        try {
          if (library !== null) await moves.moveMissed(library);
        } catch (error) {
          // What cannot be read stays behind, and takes no changes; a start has to be possible without it.
          if (!(error instanceof DomainError)) throw error;
        }
      });
    }
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
      await requireKept(storeOf(library.id), request.changes);
      const readStored = createReadDir(store);
      const keyOf = (dirId: ObjectId) => `${library.id} ${dirId}`;
      const readDir: ReadDir = (id) => direntCache.of(keyOf(id), () => readStored(id));
      const options = { nowSeconds: request.atSeconds ?? clock.nowSeconds(), yieldToEventLoop };
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
        atSeconds: request.atSeconds,
      });
      const { records = [] } = request;
      const isClean = conflicts.length === 0;
      const { asksFirst } = request;
      await moves.moveHead({ library, commit, changes, readDir, store, records, isClean, asksFirst });
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
    createLibrary,
    createFolderLibrary,
    bringFoldersUp,
    publishLibrary,
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
      collected.add(storeOf(id));
      return lock(id, work);
    },
    /** As `exclusively`, for work that removes objects however young they are. */
    erasing: <T>(id: LibraryId, work: () => Promise<T>): Promise<T> => {
      collected.add(storeOf(id));
      erasedFrom.add(storeOf(id));
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
  for (const change of changes) if (change.op === 'put') await requireFile(store, change.dirent.id);
}

/**
 * Passes only folders with everything in them here: what is copied from another library counts on what was here already.
 * A collection spares that; an erasure does not. Reads all that is in them.
 * @throws DomainError `head-moved`
 */
async function requireFolders(store: LibraryObjects, changes: readonly TreeChange[]): Promise<void> {
  const seen = new Set<ObjectId>([EMPTY_ID]);
  const readDir = createReadDir(store);
  async function requireFolder(id: ObjectId): Promise<void> {
    if (seen.has(id)) return;
    seen.add(id);
    if (!store.has('fs', id)) return refuseCollected(store, id);
    for (const row of await direntsOf(readDir, id, 0))
      await (row.kind === 'dir' ? requireFolder(row.id) : requireFile(store, row.id));
  }
  for (const change of changes)
    if (change.op === 'mkdir' && change.id !== undefined) await requireFolder(change.id);
}

async function requireFile(store: LibraryObjects, id: ObjectId): Promise<void> {
  if (id === EMPTY_ID) return;
  if (!store.has('fs', id)) return refuseCollected(store, id);
  const { blockIds } = await decodeFileYielding(id, await store.read('fs', id));
  let isWhole = true;
  for (const [at, block] of blockIds.entries()) {
    if (isStepDue(at)) await yieldToEventLoop();
    isWhole &&= store.has('block', block);
  }
  if (!isWhole) refuseCollected(store, id);
}

/** What is damaged still counts as here, because a good copy may come. */
function refuseCollected(store: LibraryObjects, id: ObjectId): void {
  if ([...store.damaged()].length === 0)
    throw new DomainError('head-moved', { value: id, reason: 'content-collected' });
}
