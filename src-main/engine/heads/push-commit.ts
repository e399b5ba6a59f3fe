import { commitTime } from '../../core/calendar.ts';
import { DomainError } from '../../core/errors.ts';
import type { Change } from '../../core/history/change.ts';
import { commitOnRecord } from '../../core/history/commit-on-record.ts';
import { DESCRIPTIONS, describeChanges } from '../../core/history/describe.ts';
import type { Library, LibraryEncryption } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { type Commit, decodeCommit } from '../../core/objects/commit.ts';
import { type CommitId, EMPTY_ID, type ObjectId } from '../../core/objects/object-id.ts';
import { diffTrees } from '../../core/tree/diff.ts';
import { diffMerge } from '../../core/tree/diff-merge.ts';
import { mergeTrees } from '../../core/tree/merge.ts';
import type { ReadDir } from '../../core/tree/read-dir.ts';
import { countChanges } from '../../core/tree/statistics.ts';
import type { LibraryObjects } from '../../store/objects/object-store.ts';
import type { HistoryEntry, HistoryTable } from '../../store/sqlite/history.ts';
import type { PendingStorage } from '../objects/pending-storage.ts';
import type { StorageQuotas } from '../objects/storage-quotas.ts';
import type { Ports } from '../ports.ts';
import { createReadDir } from '../reading/directory-reader.ts';
import type { HeavyReading, Reading } from '../reading/heavy-reading.ts';
import { yieldToEventLoop } from '../scheduling/yield-to-event-loop.ts';
import type { HeadMoves } from './head-moves.ts';
import { bringUpToDate } from './outdated-push.ts';
import { type PlannedMove, type RecordedCommit, recordFields } from './planned-move.ts';
import { pushRefusal } from './pushed-objects.ts';
import { checkPushedTree } from './pushed-tree.ts';

export interface PushDependencies
  extends Pick<Ports, 'historyTable' | 'historyRewriteTable' | 'objects' | 'clock' | 'libraryTable'> {
  readonly moves: HeadMoves;
  readonly reading: HeavyReading;
  readonly quotas: Pick<StorageQuotas, 'require'>;
  readonly pending: Pick<PendingStorage, 'openRelease'>;
}

/** Plain data. */
export interface PushRequest {
  readonly libraryId: LibraryId;
  /** A commit that was uploaded. */
  readonly commitId: CommitId;
  /** E-mail of who pushes: who is named as the author, whatever the commit says. */
  readonly author: string;
}

export interface PushResult {
  /** The head now: the pushed commit, a merge with it, or what came after it. */
  readonly headId: CommitId;
  /** Files of which blocks are not here; the head has not moved then. */
  readonly incompleteFiles: readonly string[];
}

/**
 * Makes an uploaded commit the head, or merges it into the head. Asked again for a commit that has been taken, it
 * changes nothing: clients repeat the request when its answer was lost. Call it under the library's lock.
 */
export function pushCommit(deps: PushDependencies, request: PushRequest): Promise<PushResult> {
  return deps.reading.run(request.author, (reading) => push(deps, request, reading));
}

async function push(deps: PushDependencies, request: PushRequest, reading: Reading): Promise<PushResult> {
  const library = deps.moves.writableLibrary(request.libraryId);
  const { headId } = library;
  if (deps.historyTable.isKnown(library.id, request.commitId)) return { headId, incompleteFiles: [] };
  const store = deps.objects.library(library.id);
  const bytes = await readUploaded(store, request.commitId);
  const brought = decodeCommit(bytes);
  // Folder libraries have a store in common with the library that they are in.
  if (brought.libraryId !== library.id) throw new DomainError('commit-not-found', { value: brought.id });
  if (commitTime(brought.ctimeSeconds) !== brought.ctimeSeconds) throw pushRefusal('time-impossible');
  const base = baseOf(deps.historyTable, brought);
  const readDir = reading.through(createReadDir(store));
  const isOutdated = base.id !== brought.parentId;
  const pushed = isOutdated
    ? await bringUpToDate(deps, { libraryId: library.id, store, readDir, pushed: brought, base })
    : brought;
  // The tree of a commit that a device was away with for too long may have been collected. Against nothing, the merge
  // keeps all that either side has.
  const baseId = store.has('fs', base.rootId) ? base.rootId : EMPTY_ID;
  const isEncrypted = library.encryption !== null;
  const release = deps.pending.openRelease(library.id);
  const { reached } = release;
  reached(brought.id);
  const incompleteFiles = await checkPushedTree(
    store,
    { baseId, rootId: pushed.rootId, isEncrypted, reached },
    reading,
  );
  if (incompleteFiles.length > 0) return { headId, incompleteFiles };
  const planned = { ...deps, request, library, store, pushed, broughtAs: brought.id, readDir };
  // What was brought up to date is no longer what lies in its object, so it is never the head as it is.
  const isNext = !isOutdated && continues(pushed, planned);
  const move = isNext ? await planFastForward(planned, bytes) : await planMerge(planned, baseId);
  await deps.moves.moveHead({ ...move, deletedAtSeconds: deps.clock.nowSeconds() });
  release.done(deps.libraryTable.find(library.id) ?? library);
  return { headId: move.commit.id, incompleteFiles: [] };
}

interface Push extends PushDependencies {
  readonly request: PushRequest;
  readonly library: Library;
  readonly store: LibraryObjects;
  readonly pushed: Commit;
  /** The id by which its device knows it. */
  readonly broughtAs: CommitId;
  readonly readDir: ReadDir;
}

/** @throws DomainError `commit-not-found`, `object-corrupt` */
async function readUploaded(store: LibraryObjects, id: CommitId): Promise<Buffer> {
  if (!store.has('commit', id)) throw new DomainError('commit-not-found', { value: id });
  return store.read('commit', id);
}

/**
 * The commit that a pushed one was built on. It has to be on record, so that everything that history names can be found
 * again from the heads alone.
 * @throws DomainError `argument-invalid` for a commit without exactly one parent; `commit-not-found`
 */
function baseOf(historyTable: HistoryTable, { libraryId, parentId, secondParentId }: Commit): HistoryEntry {
  if (parentId === null || secondParentId !== null) throw pushRefusal('parents');
  const base = historyTable.find(libraryId, parentId) ?? historyTable.findRewritten(libraryId, parentId);
  if (base === null) throw new DomainError('commit-not-found', { value: parentId });
  return base;
}

/**
 * Whether the commit can be the next head as it is. Names and keys of libraries live in their commits, and a client
 * that has not heard of a new one repeats the old one: then it is merged, so that nothing goes back. So is one that
 * names another author than the user who pushes: the merge says who that was, also to a reader of the commits alone.
 */
function continues(pushed: Commit, { library, request }: Pick<Push, 'library' | 'request'>): boolean {
  return (
    pushed.parentId === library.headId &&
    pushed.authorEmail.toLowerCase() === request.author &&
    pushed.libraryName === library.name &&
    pushed.libraryDescription === library.description &&
    keysOf(pushed.encryption) === keysOf(library.encryption)
  );
}

function keysOf(encryption: LibraryEncryption | null): string {
  if (encryption === null) return '';
  const { version, magic, randomKey, salt, passwordHash } = encryption;
  const { hash = '', algorithm = '', parameters = '' } = passwordHash ?? {};
  return [version, magic, randomKey, salt, hash, algorithm, parameters].join(' ');
}

async function planFastForward(push: Push, commitBytes: Buffer): Promise<PlannedMove> {
  const { library, pushed, readDir, store, request } = push;
  const changes = await diffTrees(readDir, library.rootId, pushed.rootId, { yieldToEventLoop });
  await requireRoom(push, changes);
  const commit = commitOnRecord({ ...pushed, authorEmail: request.author });
  return { library, commit, commitBytes, changes, readDir, store };
}

async function planMerge(push: Push, baseRootId: ObjectId): Promise<PlannedMove> {
  const { library, pushed, readDir, store, request } = push;
  const trees = { base: baseRootId, head: library.rootId, remote: pushed.rootId };
  const { rootId, dirs, conflicts } = await mergeTrees(readDir, trees, request.author, yieldToEventLoop);
  for (const dir of dirs) await store.write('fs', dir.id, dir.bytes);
  const changes = await diffTrees(readDir, library.rootId, rootId, { yieldToEventLoop });
  await requireRoom(push, changes);
  // In words only what neither side has done; what either did its own commit says.
  const merging = { parents: [library.rootId, pushed.rootId], merged: rootId } as const;
  const told = await diffMerge(readDir, merging, yieldToEventLoop);
  // Also when it changes nothing: from it is known that the pushed commit has been taken, on which the client goes on.
  const commit = push.moves.sealCommit(
    library.id,
    {
      ...recordFields(library),
      rootId,
      parentId: library.headId,
      authorEmail: request.author,
      description: describeChanges(told) || DESCRIPTIONS.merged,
      deviceName: null,
    },
    { secondParentId: pushed.id, hasConflict: conflicts.length > 0 },
  );
  return { library, commit, changes, readDir, store, mergedIn: await merged(push, baseRootId) };
}

/** The pushed commit as history tells it. */
async function merged(
  { pushed, broughtAs, readDir, request }: Push,
  baseRootId: ObjectId,
): Promise<RecordedCommit> {
  const changes = await diffTrees(readDir, baseRootId, pushed.rootId, { yieldToEventLoop });
  const commit = commitOnRecord({ ...pushed, authorEmail: request.author });
  return { commit, changes, ...(broughtAs === pushed.id ? {} : { broughtAs }) };
}

/** @throws DomainError `quota-exceeded` */
async function requireRoom({ readDir, quotas, library }: Push, changes: readonly Change[]): Promise<void> {
  const { sizeBytesDelta } = await countChanges(readDir, changes, yieldToEventLoop);
  if (sizeBytesDelta > 0) quotas.require(library, sizeBytesDelta);
}
