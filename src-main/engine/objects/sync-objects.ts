import { DomainError } from '../../core/errors.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { type Commit, commitIdOf, decodeCommit } from '../../core/objects/commit.ts';
import { type CommitId, EMPTY_ID, type ObjectId } from '../../core/objects/object-id.ts';
import { requireReceivedObjectInSteps } from '../../core/objects/received-object.ts';
import { inSteps, mapInSteps } from '../../core/steps.ts';
import { blockMemory } from '../../memory/block-memory.ts';
import type { LibraryObjects, ObjectStore } from '../../store/objects/object-store.ts';
import { createReadDir } from '../reading/directory-reader.ts';
import { decodeFileYielding } from '../reading/file-content.ts';
import type { ReadingMemory } from '../reading/read-ahead.ts';
import { isUnreadable, readCommit } from '../reading/stored-commits.ts';
import { yieldToEventLoop } from '../scheduling/yield-to-event-loop.ts';
import { idsToFetch } from './fetch-list.ts';
import type { PendingStorage, ReceivedSize } from './pending-storage.ts';

/** Objects after which other work gets its turn. */
const OBJECTS_BEFORE_YIELD = 256;

export interface SyncObjectsDependencies {
  readonly objects: ObjectStore;
  readonly pending: PendingStorage;
}

/** An fs object that a client brings. */
export interface ReceivedObject {
  readonly id: ObjectId;
  readonly bytes: Buffer;
}

export interface FetchListRequest {
  readonly serverHead: CommitId;
  /** Null: the client has nothing. */
  readonly clientHead: CommitId | null;
  readonly dirsOnly: boolean;
}

/**
 * Objects as sync clients fetch and bring them. Who may is asked before. What is received is verified at once and made
 * durable in one batch when the head moves: a client that was cut off asks again what is here.
 */
export type SyncObjects = ReturnType<typeof createSyncObjects>;

export function createSyncObjects(deps: SyncObjectsDependencies) {
  return { ...createReceiving(deps), ...createFetching(deps.objects) };
}

/** What clients bring. */
function createReceiving({ objects, pending }: SyncObjectsDependencies) {
  return {
    /**
     * Those of the ids that nothing whole is stored under. The client need not bring the others, so they are durable, and
     * touched: they are still here when its commit comes.
     */
    async missing(libraryId: LibraryId, kind: 'fs' | 'block', ids: readonly ObjectId[]): Promise<ObjectId[]> {
      const store = objects.library(libraryId);
      const missing: ObjectId[] = [];
      for (const [at, id] of ids.entries()) {
        if (!(await store.touch(kind, id))) missing.push(id);
        if (at % OBJECTS_BEFORE_YIELD === OBJECTS_BEFORE_YIELD - 1) await yieldToEventLoop();
      }
      await store.flush();
      return missing;
    },

    /**
     * All of them or, when one is refused, none. NOT durable before a head moves.
     * @throws DomainError `argument-invalid`, `name-invalid`, `disk-full`, `quota-exceeded`
     */
    async putFs(library: Library, received: readonly ReceivedObject[]): Promise<void> {
      const store = objects.library(library.id);
      await requireReceived(received);
      // A deletion brings few and small objects. Any more fill the disk as content does.
      await objects.acceptContent(received.reduce((sum, { bytes }) => sum + bytes.length, 0));
      const added = received.filter(({ id }) => !store.has('fs', id));
      const takeBack = pending.take(library, 'form', added.map(measured));
      try {
        for (const { id, bytes } of received) await store.write('fs', id, bytes);
      } catch (error) {
        takeBack();
        throw error;
      }
    },

    /**
     * Takes the memory of `bytes`, as `LibraryObjects.add` does. NOT durable before a head moves.
     * @throws DomainError `argument-invalid`, `object-collision`, `disk-full`, `quota-exceeded`
     */
    async putBlock(library: Library, id: ObjectId, bytes: Buffer): Promise<void> {
      const store = objects.library(library.id);
      const added = store.has('block', id) ? [] : [measured({ id, bytes })];
      const takeBack = pending.take(library, 'block', added);
      try {
        await store.add(bytes, id);
      } catch (error) {
        takeBack();
        // The store looks whether the id names the bytes; hashing large blocks twice would be half the work.
        if (error instanceof DomainError && error.code === 'object-corrupt') throw mismatch('block', id);
        throw error;
      }
    },

    /**
     * NOT durable before a head moves; not yet a head.
     * @throws DomainError `argument-invalid`; `object-collision` when another commit has the id; `disk-full`; `quota-exceeded`
     */
    async putCommit(library: Library, id: CommitId, bytes: Buffer): Promise<void> {
      const commit = receivedCommit(id, bytes);
      if (commit.libraryId !== library.id) throw invalid('repo_id', id, 'other-library');
      if (commit.id !== id || commitIdOf(commit) !== id) throw mismatch('commit_id', id);
      const store = objects.library(library.id);
      const isHere = store.has('commit', id);
      if (isHere) await requireSameCommit(store, commit);
      const takeBack = pending.take(library, 'form', isHere ? [] : [measured({ id, bytes })]);
      try {
        await store.write('commit', id, bytes);
      } catch (error) {
        takeBack();
        throw error;
      }
    },
  };
}

/** What clients fetch. */
function createFetching(objects: ObjectStore) {
  return {
    /** The bytes as they were received. @throws DomainError `commit-not-found` */
    async commit(libraryId: LibraryId, id: CommitId): Promise<Buffer> {
      const store = objects.library(libraryId);
      if (!store.has('commit', id)) throw new DomainError('commit-not-found', { value: id });
      const bytes = await store.read('commit', id);
      requireOwn(libraryId, decodeCommit(bytes));
      return bytes;
    },

    /** @throws DomainError `object-missing`, `object-corrupt` */
    async fsObject(libraryId: LibraryId, id: ObjectId): Promise<Buffer> {
      if (id === EMPTY_ID) throw new DomainError('object-missing', { value: id });
      return objects.library(libraryId).read('fs', id);
    },

    /**
     * Takes memory for it, which the caller gives back.
     * @throws DomainError `object-missing`, `object-corrupt`, `busy`
     */
    async block(libraryId: LibraryId, id: ObjectId, memory: ReadingMemory): Promise<Buffer> {
      const store = objects.library(libraryId);
      await memory.take(store.sizeOf('block', id) ?? 0);
      return store.read('block', id);
    },

    /** Stored sizes of those that are here; others count as none. */
    async fsSizes(libraryId: LibraryId, ids: readonly ObjectId[]): Promise<number[]> {
      const store = objects.library(libraryId);
      return inSteps(
        mapInSteps(ids, (id) => store.sizeOf('fs', id) ?? 0),
        yieldToEventLoop,
      );
    },

    /** Stored sizes of the blocks of a file, in its order. @throws DomainError `file-not-found`, `object-missing` */
    async blockSizes(libraryId: LibraryId, fileId: ObjectId): Promise<number[]> {
      const store = objects.library(libraryId);
      if (!store.has('fs', fileId)) throw new DomainError('file-not-found', { value: fileId });
      const { blockIds } = await decodeFileYielding(fileId, await store.read('fs', fileId));
      const sizeOf = (id: ObjectId): number => {
        const sizeBytes = store.sizeOf('block', id);
        if (sizeBytes === null) throw new DomainError('object-missing', { value: id });
        return sizeBytes;
      };
      return inSteps(mapInSteps(blockIds, sizeOf), yieldToEventLoop);
    },

    /**
     * Ids that a client has to fetch to get from one commit to another, a folder at a time. A head of the client that is
     * unknown here counts as none, so that a server set back to a backup does not lock its clients out.
     * @throws DomainError `commit-not-found`, `object-missing`, `object-corrupt`
     */
    async fetchList(libraryId: LibraryId, request: FetchListRequest): Promise<AsyncIterable<ObjectId[]>> {
      const store = objects.library(libraryId);
      if (!store.has('commit', request.serverHead))
        throw new DomainError('commit-not-found', { value: request.serverHead });
      const { rootId } = requireOwn(libraryId, await readCommit(store, request.serverHead));
      const readDir = createReadDir(store);
      // What cannot even begin is told now, while there still is a status to tell it with.
      await readDir(rootId);
      const haveRootId = await rootOf(store, libraryId, request.clientHead);
      return idsToFetch(readDir, { rootId, haveRootId, dirsOnly: request.dirsOnly });
    },
  };
}

/**
 * Folder libraries have a store in common with the library that they are in, and a commit of that opens all of it.
 * @throws DomainError `commit-not-found`
 */
function requireOwn(libraryId: LibraryId, commit: Commit): Commit {
  if (commit.libraryId === libraryId) return commit;
  throw new DomainError('commit-not-found', { value: commit.id });
}

/** Frees what was refused at once: the next pack may need the memory before the garbage collector runs. */
async function requireReceived(received: readonly ReceivedObject[]): Promise<void> {
  try {
    for (const [at, { id, bytes }] of received.entries()) {
      await inSteps(requireReceivedObjectInSteps(id, bytes), yieldToEventLoop);
      if (at % OBJECTS_BEFORE_YIELD === OBJECTS_BEFORE_YIELD - 1) await yieldToEventLoop();
    }
  } catch (error) {
    for (const { bytes } of received) blockMemory.release(bytes);
    throw error;
  }
}

function measured({ id, bytes }: { readonly id: ObjectId | CommitId; readonly bytes: Buffer }): ReceivedSize {
  return { id, sizeBytes: bytes.length };
}

async function rootOf(
  store: LibraryObjects,
  libraryId: LibraryId,
  head: CommitId | null,
): Promise<ObjectId | null> {
  if (head === null) return null;
  try {
    const commit = await readCommit(store, head);
    return commit.libraryId === libraryId ? commit.rootId : null;
  } catch (error) {
    if (isUnreadable(error)) return null;
    throw error;
  }
}

function receivedCommit(id: CommitId, bytes: Buffer): Commit {
  try {
    return decodeCommit(bytes);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw new DomainError('argument-invalid', { ...error.detail, field: 'commit', value: id }, error);
  }
}

/** The id does not cover where a commit belongs, and what is stored stays. */
async function requireSameCommit(store: LibraryObjects, commit: Commit): Promise<void> {
  const stored = await readCommit(store, commit.id);
  const isSame = stored.parentId === commit.parentId && stored.secondParentId === commit.secondParentId;
  if (!isSame) throw new DomainError('object-collision', { value: commit.id });
}

function mismatch(field: string, id: string): DomainError {
  return invalid(field, id, 'id-mismatch');
}

function invalid(field: string, value: string, reason: string): DomainError {
  return new DomainError('argument-invalid', { field, value, reason });
}
