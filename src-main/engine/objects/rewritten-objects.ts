import { DomainError } from '../../core/errors.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { decodeCommit } from '../../core/objects/commit.ts';
import { type CommitId, EMPTY_ID, type ObjectId } from '../../core/objects/object-id.ts';
import type { LibraryObjects, ObjectName } from '../../store/objects/object-store.ts';
import type { Ports } from '../ports.ts';
import { createReadDir } from '../reading/directory-reader.ts';
import { decodeFileYielding } from '../reading/file-content.ts';
import { isUnreadable } from '../reading/stored-commits.ts';
import { yieldToEventLoop } from '../scheduling/yield-to-event-loop.ts';
import { type NeededDependencies, NeededObjects } from './needed-objects.ts';

export interface RewrittenObjectsDependencies
  extends NeededDependencies,
    Pick<Ports, 'libraryTable' | 'historyRewriteTable' | 'objects' | 'clock'> {
  readonly changeLibrary: {
    readonly erasing: <T>(id: LibraryId, task: () => Promise<T>) => Promise<T>;
  };
}

export interface RemovedTotal {
  readonly removedObjects: number;
  readonly removedBytes: number;
  /** Bytes that the disk has back. */
  readonly diskBytes: number;
}

export interface RemovedRewritten extends RemovedTotal {
  /** Objects that linked folders still hold on to: they go when those have taken the new head over. */
  readonly heldObjects: number;
}

const IDS_A_PAGE = 500;
/** Nothing stays because it is young, or seems to be of tomorrow, as after a clock went back. */
const NEVER = Number.MAX_SAFE_INTEGER;

/**
 * Removes what the commits that were rewritten reach and nothing else does, at once: neither its age nor an upload that counts
 * on it keeps it, since commits are checked down to their blocks before they become the head. What names something goes after
 * it, and commits go last, so that after a crash the next call finds the rest. Nothing to remove: no harm.
 * @throws DomainError `library-not-found`; `object-missing`, `object-corrupt` for a library that is damaged
 */
export async function removeRewritten(
  deps: RewrittenObjectsDependencies,
  libraryId: LibraryId,
  signal?: AbortSignal,
): Promise<RemovedRewritten> {
  const store = deps.objects.library(libraryId);
  const needed = new NeededObjects(deps, {
    ...{ store, nowSeconds: deps.clock.nowSeconds(), youngSinceSeconds: NEVER },
    // A longer retention shows it again: nothing is noted here as given up.
    keepsHidden: true,
    ...(signal ? { signal } : {}),
  });
  await needed.addShown(requireLibrary(deps, libraryId));
  const removed = await deps.changeLibrary.erasing(libraryId, async () => {
    const library = requireLibrary(deps, libraryId);
    await needed.addShown(library);
    const doomed = new DoomedObjects(store, (kind, id) => needed.howReached(kind, id) === 'tree');
    const commits = storedCommits(deps, library, store);
    for (const id of commits) await doomed.addCommit(id);
    await needed.addHeldOn(library);
    const free = (objects: readonly ObjectName[]) => needed.stillUnneeded(objects);
    const objects = [...free(doomed.blocks), ...free(doomed.fs)];
    const heldObjects = doomed.blocks.length + doomed.fs.length - objects.length;
    const names = heldObjects > 0 ? [] : commits.map((id): ObjectName => ({ kind: 'commit', id }));
    const { removed: removedObjects, bytes } = await inOrder(store, [...objects, ...names]);
    return { removedObjects, removedBytes: bytes, heldObjects };
  });
  // It may copy every pack, so once, at the end.
  if (removed.heldObjects > 0) return { ...removed, diskBytes: 0 };
  const { bytesFreed } = await store.compact({ isThorough: true, ...(signal ? { signal } : {}) });
  return { ...removed, diskBytes: bytesFreed };
}

function requireLibrary({ libraryTable }: RewrittenObjectsDependencies, id: LibraryId): Library {
  const library = libraryTable.find(id);
  if (library === null) throw new DomainError('library-not-found', { value: id });
  return library;
}

/** Old commits of the library and of its folder libraries that are still here. */
function storedCommits(
  { historyRewriteTable, folderLibraryTable }: RewrittenObjectsDependencies,
  { id }: Library,
  store: LibraryObjects,
): CommitId[] {
  const stored: CommitId[] = [];
  for (const each of [id, ...folderLibraryTable.of(id).map((folder) => folder.id)]) {
    let page: CommitId[] = [];
    do {
      page = historyRewriteTable.oldIds(each, page.at(-1) ?? '', IDS_A_PAGE);
      stored.push(...page.filter((old) => store.has('commit', old)));
    } while (page.length === IDS_A_PAGE);
  }
  return stored;
}

/** A slice of a removal is of one kind, so that each order is kept. */
async function inOrder(store: LibraryObjects, objects: readonly ObjectName[]) {
  const total = { removed: 0, bytes: 0 };
  for (let from = 0; from < objects.length; ) {
    let to = from;
    while (to < objects.length && to - from < IDS_A_PAGE && objects[to]?.kind === objects[from]?.kind)
      to += 1;
    const { removed, bytes } = await store.remove(objects.slice(from, to), {
      lastReferencedBeforeSeconds: NEVER,
    });
    total.removed += removed;
    total.bytes += bytes;
    from = to;
    await yieldToEventLoop();
  }
  return total;
}

/** What trees reach, as far as it is here, also what is damaged: what something names before it. */
class DoomedObjects {
  readonly fs: ObjectName[] = [];
  readonly blocks: ObjectName[] = [];
  readonly #store: LibraryObjects;
  readonly #isNeeded: (kind: 'fs' | 'block', id: ObjectId) => boolean;
  readonly #seen = new Set<string>();

  constructor(store: LibraryObjects, isNeeded: (kind: 'fs' | 'block', id: ObjectId) => boolean) {
    this.#store = store;
    this.#isNeeded = isNeeded;
  }

  async addCommit(id: CommitId): Promise<void> {
    await this.#orGone(async () => this.#addDir(decodeCommit(await this.#store.read('commit', id)).rootId));
  }

  async #addDir(id: ObjectId): Promise<void> {
    if (!this.#isNew('fs', id)) return;
    await this.#orGone(async () => {
      for (const { kind, id: inside } of await createReadDir(this.#store)(id))
        await (kind === 'dir' ? this.#addDir(inside) : this.#addFile(inside));
    });
    this.fs.push({ kind: 'fs', id });
  }

  async #addFile(id: ObjectId): Promise<void> {
    if (!this.#isNew('fs', id)) return;
    await this.#orGone(async () => {
      const { blockIds } = await decodeFileYielding(id, await this.#store.read('fs', id));
      for (const block of blockIds)
        if (this.#isNew('block', block)) this.blocks.push({ kind: 'block', id: block });
    });
    this.fs.push({ kind: 'fs', id });
  }

  #isNew(kind: 'fs' | 'block', id: ObjectId): boolean {
    const key = kind + id;
    if (id === EMPTY_ID || this.#seen.has(key) || this.#isNeeded(kind, id)) return false;
    this.#seen.add(key);
    return true;
  }

  async #orGone(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!isUnreadable(error)) throw error;
    }
  }
}
