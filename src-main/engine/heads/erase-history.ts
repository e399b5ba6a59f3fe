import { DomainError } from '../../core/errors.ts';
import type { Change } from '../../core/history/change.ts';
import { commitOnRecord } from '../../core/history/commit-on-record.ts';
import { type CountedItems, summarizeInSteps } from '../../core/history/commit-summary.ts';
import { describeErasure } from '../../core/history/describe.ts';
import { namesIn } from '../../core/history/erased-names.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { type Commit, encodeCommit } from '../../core/objects/commit.ts';
import type { CommitId, ObjectId } from '../../core/objects/object-id.ts';
import { inSteps } from '../../core/steps.ts';
import { diffTrees, WITHOUT_END } from '../../core/tree/diff.ts';
import { createTreeEraser, type ErasedItem, erasedPathsOf } from '../../core/tree/erase.ts';
import type { ReadDir } from '../../core/tree/read-dir.ts';
import { countChanges, countTree } from '../../core/tree/statistics.ts';
import { findEntry } from '../../core/tree/tree-lookup.ts';
import type { LibraryObjects } from '../../store/objects/object-store.ts';
import type { RewrittenCommit, TrashReference } from '../../store/sqlite/history-rewrites.ts';
import type { Ports } from '../ports.ts';
import { createReadDir } from '../reading/directory-reader.ts';
import {
  type CommitInPlan,
  commitsWithout,
  historiesWith,
  type SearchedHistory,
} from '../reading/erasure-plan.ts';
import { isUnreadable, readCommit } from '../reading/stored-commits.ts';
import { yieldToEventLoop } from '../scheduling/yield-to-event-loop.ts';
import { ErasedContents } from './erased-contents.ts';
import type { HeadMoves } from './head-moves.ts';
import type { LibraryLock } from './library-lock.ts';
import { type EndedRewrite, type PlannedMove, type PlannedRewrite, recordFields } from './planned-move.ts';
import { type RecordedErasure, sealRewritten } from './rewritten-commit.ts';

export interface EraseHistoryDependencies
  extends Pick<
    Ports,
    'libraryTable' | 'folderLibraryTable' | 'historyTable' | 'historyRewriteTable' | 'pinTable' | 'objects'
  > {
  readonly moves: HeadMoves;
  readonly lock: LibraryLock;
}

/** Takes an item out of every commit of a library. Plain data. */
export interface EraseRequest {
  readonly libraryId: LibraryId;
  readonly item: ErasedItem;
  /** E-mail. */
  readonly author: string;
  /** The head that it was planned for. */
  readonly onto: CommitId;
}

export interface ErasedFromHistory {
  /** How many commits have new ids, of the library and of its folder libraries. */
  readonly commits: number;
  /** The head now, which tells of it. */
  readonly headId: CommitId;
}

const TRASH_A_PAGE = 500;
/** Enough, since a description names only the first items of each kind. */
const CHANGES_NAMED = 1_000;

/**
 * Rewrites every commit that holds the item, and all later ones: same time, author and device, another tree, other parents
 * and a description without the item's names. Objects that only old commits reach stay until they are removed
 * (`rewritten-objects.ts`). Durable on return; after a crash, either the old or the new history is complete.
 * @throws DomainError `library-not-found`, `library-read-only`; `head-moved` when it was planned for another head, also of a
 * folder library; `item-not-found` when no commit holds it; `object-missing`, `object-corrupt` for what cannot be read;
 * the signal's reason, as long as nothing is in place
 */
export async function eraseHistory(
  deps: EraseHistoryDependencies,
  request: EraseRequest,
  signal?: AbortSignal,
): Promise<ErasedFromHistory> {
  const { moves, lock } = deps;
  const { libraryId, item, author, onto } = request;
  const library = requireHead(moves.writableLibrary(libraryId), onto);
  const histories: RewrittenHistory[] = [];
  for (const history of historiesWith(deps, library, item))
    histories.push(await rewriteHistory(deps, history, signal));
  const touched = histories.filter(({ rewrite }) => rewrite.commits.length > 0);
  const [first] = touched;
  if (first?.library.id !== libraryId) throw new DomainError('item-not-found', { value: pathOf(item) });
  return lock(libraryId, async () => {
    signal?.throwIfAborted();
    requireHead(moves.writableLibrary(libraryId), onto);
    requireSame(deps, { library, item }, histories);
    const commits = touched.reduce((sum, { rewrite }) => sum + rewrite.commits.length, 0);
    const live = touched.filter((history) => !isEnded(history));
    const planned = live.map((history) => moveOf(deps, history, { author, commits }));
    await moves.rewriteHistories(planned, {
      folders: touched.filter(isEnded).map(endedOf),
      ended: live.filter((history) => history.item.kind === 'all').map((history) => history.library.id),
    });
    return { commits, headId: planned[0]?.commit.id ?? onto };
  });
}

function pathOf(item: ErasedItem): string {
  return item.kind === 'file' ? item.id : (erasedPathsOf(item)[0] ?? '/');
}

function requireHead(library: Library, onto: CommitId): Library {
  if (library.headId !== onto) throw new DomainError('head-moved', { value: library.id });
  return library;
}

/** What was read without the lock is still so. */
function requireSame(
  deps: EraseHistoryDependencies,
  { library, item }: SearchedHistory,
  histories: readonly RewrittenHistory[],
): void {
  const now = historiesWith(deps, library, item).map((history) => placeOf(history.library));
  const before = histories.map((history) => placeOf(history.library));
  if (now.join() !== before.join()) throw new DomainError('head-moved', { value: library.id });
}

function placeOf({ id, headId, origin }: Library): string {
  return JSON.stringify([id, headId, origin?.path]);
}

interface RewrittenHistory extends SearchedHistory {
  /** As it ends. */
  readonly headId: CommitId;
  readonly rootId: ObjectId;
  readonly rewrite: PlannedRewrite;
}

function isEnded({ library }: SearchedHistory): boolean {
  return 'isEnded' in library && library.isEnded;
}

function endedOf({ library, headId, rootId, rewrite }: RewrittenHistory): EndedRewrite {
  return { libraryId: library.id, onto: library.headId, headId, rootId, rewrite };
}

function moveOf(
  { moves, objects }: EraseHistoryDependencies,
  { library, headId, rootId, rewrite }: RewrittenHistory,
  { author, commits }: { readonly author: string; readonly commits: number },
): PlannedMove & { readonly rewrite: PlannedRewrite } {
  const store = objects.library(library.id);
  const commit = moves.sealCommit(library.id, {
    ...recordFields(library),
    ...{ rootId, parentId: headId, authorEmail: author, deviceName: null },
    description: describeErasure(commits),
  });
  return { library, commit, changes: [], readDir: createReadDir(store), store, asksFirst: true, rewrite };
}

/** Stores the new trees and commits of one history. Nothing names them yet. */
async function rewriteHistory(
  deps: EraseHistoryDependencies,
  history: SearchedHistory,
  signal: AbortSignal | undefined,
): Promise<RewrittenHistory> {
  const { library, item } = history;
  const store = deps.objects.library(library.id);
  const readDir = createReadDir(store);
  const keep = ({ id, bytes }: { readonly id: ObjectId; readonly bytes: Uint8Array }) =>
    store.write('fs', id, bytes);
  const eraser = createTreeEraser(readDir, item, { keep, yieldToEventLoop });
  const contents = new ErasedContents(readDir, eraser);
  const writing = new CommitWriting(deps, { library, store, readDir, contents });
  for await (const commit of commitsWithout(deps, library, eraser)) {
    signal?.throwIfAborted();
    await writing.add(commit);
  }
  const { commits } = writing;
  const last = commits.at(-1);
  const headId = last?.oldId === library.headId ? last.id : library.headId;
  const rootId = last?.oldId === library.headId ? last.rootId : library.rootId;
  const { fileCount, sizeBytes } = library;
  return {
    ...history,
    ...{ headId, rootId },
    rewrite: {
      commits,
      trash: await writing.trash(),
      totals: rootId === library.rootId ? { fileCount, sizeBytes } : await countTree(readDir, rootId),
      keptFrom: commits.find(({ seq }) => seq === library.retainedFromSeq && seq > 1)?.id,
      item: JSON.stringify({
        ...item,
        ids: [...contents.ids],
      } satisfies RecordedErasure),
    },
  };
}

interface WrittenHistory {
  readonly library: Library;
  readonly store: LibraryObjects;
  readonly readDir: ReadDir;
  readonly contents: ErasedContents;
}

interface Changed {
  readonly changes: readonly Change[];
  readonly counted: CountedItems | null;
}

async function summed(
  commit: CommitInPlan['entry'],
  { changes, counted }: Changed,
): Promise<NonNullable<RewrittenCommit['told']>> {
  return { changes, summary: await inSteps(summarizeInSteps(commit, changes, counted), yieldToEventLoop) };
}

class CommitWriting {
  readonly commits: RewrittenCommit[] = [];
  readonly #deps: EraseHistoryDependencies;
  readonly #history: WrittenHistory;
  /** By old id. */
  readonly #rewritten = new Map<CommitId, RewrittenCommit>();
  /** Those whose tree held the item, with the root before. */
  readonly #held = new Map<CommitId, ObjectId>();

  constructor(deps: EraseHistoryDependencies, history: WrittenHistory) {
    this.#deps = deps;
    this.#history = history;
  }

  async add({ entry, newRootId, isRewritten }: CommitInPlan): Promise<void> {
    if (!isRewritten) return;
    const { store, contents } = this.#history;
    await contents.look();
    const stored = await readCommit(store, entry.id);
    if (newRootId !== entry.rootId) this.#held.set(entry.id, entry.rootId);
    const parents = {
      parentId: this.#newId(stored.parentId),
      secondParentId: this.#newId(stored.secondParentId),
    };
    const changed = await this.#changed(entry, newRootId);
    const told = { ...stored, description: await this.#described(stored, entry.seq, changed) };
    const commit = sealRewritten({ ...told, rootId: newRootId, ...parents }, (id) => this.#isTaken(id));
    await store.write('commit', commit.id, encodeCommit(commit));
    const { id, parentId, secondParentId, rootId, creator } = commit;
    const { description } = commitOnRecord(commit);
    const place = { seq: entry.seq, oldId: entry.id };
    const rewritten = {
      ...{ ...place, id, parentId, secondParentId, rootId, creator, description },
      told: changed && (await summed({ ...entry, description }, changed)),
    };
    this.#rewritten.set(entry.id, rewritten);
    this.commits.push(rewritten);
  }

  #newId(id: CommitId | null): CommitId | null {
    return id === null ? null : (this.#rewritten.get(id)?.id ?? id);
  }

  #isTaken(id: CommitId): boolean {
    const { library, store } = this.#history;
    return store.has('commit', id) || this.#deps.historyTable.isKnown(library.id, id);
  }

  /** The description of a commit without the names of erased items. */
  async #described({ description }: Commit, seq: number, changed: Changed | null): Promise<string> {
    const { library, contents } = this.#history;
    if (!(await inSteps(contents.names.areIn(description), yieldToEventLoop))) return description;
    const before = this.#deps.historyTable.changes(library.id, seq, { after: -1, limit: CHANGES_NAMED });
    const after = changed?.changes.slice(0, CHANGES_NAMED) ?? before;
    const clearing = contents.names.cleared(description, { kept: namesIn(after), before: namesIn(before) });
    return inSteps(clearing, yieldToEventLoop);
  }

  /** What the commit changes without the item; null: what it changed before. */
  async #changed(entry: CommitInPlan['entry'], newRootId: ObjectId): Promise<Changed | null> {
    const { parentId } = entry;
    if (parentId === null) return null;
    const isHeld = this.#held.has(entry.id) || this.#held.has(parentId);
    const before = this.#rewritten.get(parentId)?.rootId ?? this.#rootOf(parentId);
    if (!isHeld || before === undefined) return null;
    const { readDir } = this.#history;
    try {
      const changes = await diffTrees(readDir, before, newRootId, { yieldToEventLoop, most: WITHOUT_END });
      const { counted } = await countChanges(readDir, changes, yieldToEventLoop);
      return { changes, counted };
    } catch (error) {
      // One of the two trees was given up by retention, and so is what is told of it.
      if (!isUnreadable(error)) throw error;
      return { changes: [], counted: null };
    }
  }

  #rootOf(id: CommitId): ObjectId | undefined {
    return this.#deps.historyTable.find(this.#history.library.id, id)?.rootId;
  }

  /** What becomes of deletions that are brought back from a rewritten commit. */
  async trash(): Promise<PlannedRewrite['trash']> {
    const { historyRewriteTable } = this.#deps;
    const moved: Pick<TrashReference, 'trashId' | 'commitId' | 'objectId'>[] = [];
    const dropped: number[] = [];
    let after = 0;
    for (;;) {
      const page = historyRewriteTable.trashAfter(this.#history.library.id, after, TRASH_A_PAGE);
      for (const row of page) {
        const commit = this.#rewritten.get(row.commitId);
        if (commit === undefined) continue;
        const objectId = await this.#objectIn(commit, row);
        if (objectId === null) dropped.push(row.trashId);
        else moved.push({ trashId: row.trashId, commitId: commit.id, objectId });
      }
      const last = page.at(-1);
      if (last === undefined || page.length < TRASH_A_PAGE) return { moved, dropped };
      after = last.trashId;
      await yieldToEventLoop();
    }
  }

  /** Null: it is not there any more. */
  async #objectIn(
    commit: RewrittenCommit,
    { path, isDir, objectId }: TrashReference,
  ): Promise<ObjectId | null> {
    if (!this.#held.has(commit.oldId)) return objectId;
    const found = await findEntry(this.#history.readDir, commit.rootId, path);
    return found !== null && (found.kind === 'dir') === isDir ? found.id : null;
  }
}
