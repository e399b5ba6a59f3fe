import type { Library } from '../../core/library/library.ts';
import type { Dirent } from '../../core/objects/dir-object.ts';
import type { ObjectId } from '../../core/objects/object-id.ts';
import { direntsOf } from '../../core/tree/dirents-of.ts';
import { createTreeEraser, type ErasedItem } from '../../core/tree/erase.ts';
import type { ReadDir } from '../../core/tree/read-dir.ts';
import type { LibraryObjects } from '../../store/objects/object-store.ts';
import type { Ports } from '../ports.ts';
import { yieldToEventLoop } from '../scheduling/yield-to-event-loop.ts';
import { createReadDir } from './directory-reader.ts';
import {
  commitsWithout,
  type ErasurePlanDependencies,
  historiesWith,
  type SearchedHistory,
} from './erasure-plan.ts';

/** An erasure whose success is to be checked. */
export interface ErasedSearch {
  readonly item: ErasedItem;
  /** Ids of the erased files. */
  readonly ids: readonly ObjectId[];
  /** Id of its record. */
  readonly rewriteId: number;
}

/** The eraser only searches; nothing it makes is stored. */
const SEARCHING = { keep: () => undefined, yieldToEventLoop };

/**
 * Reads every remaining tree from the disk, and counts the commits and those that still hold the item. A commit made after
 * the erasure counts only if it holds an erased file, because something new may have the name.
 * @throws the signal's reason; what reading throws
 */
export async function searchErased(
  deps: ErasurePlanDependencies,
  library: Library,
  { item, ids, rewriteId }: ErasedSearch,
  signal?: AbortSignal,
): Promise<{ readonly commits: number; readonly holding: number }> {
  const readDir = readingFromDisk(deps.objects.library(library.id), signal);
  const gone = new GoneFiles(readDir, new Set(ids));
  const found = { commits: 0, holding: 0 };
  for (const history of historiesWith(deps, library, item)) {
    const lastRewritten = lastRewrittenSeq(deps, history, rewriteId);
    const eraser = createTreeEraser(readDir, history.item, SEARCHING);
    for await (const { entry, newRootId } of commitsWithout(deps, history.library, eraser)) {
      signal?.throwIfAborted();
      found.commits += 1;
      if (newRootId === entry.rootId) continue;
      if (entry.seq <= lastRewritten || (await gone.areAt(history.item, entry.rootId))) found.holding += 1;
    }
  }
  return found;
}

function readingFromDisk(store: LibraryObjects, signal: AbortSignal | undefined): ReadDir {
  const readDir = createReadDir({ read: (kind, id) => store.read(kind, id, { skipCache: true }) });
  return (id) => {
    signal?.throwIfAborted();
    return readDir(id);
  };
}

/** Number of the last rewritten commit. A folder library that was rewritten has a record of its own, unless it has ended. */
function lastRewrittenSeq(
  { historyRewriteTable }: Pick<Ports, 'historyRewriteTable'>,
  { library }: SearchedHistory,
  rewriteId: number,
): number {
  const since = historyRewriteTable.of(library.id).filter((rewrite) => rewrite.rewriteId >= rewriteId);
  const hasEnded = 'isEnded' in library && library.isEnded;
  return since.at(-1)?.seq ?? (hasEnded ? library.headSeq : 0);
}

/** Finds erased files that were put back, wherever they are. */
class GoneFiles {
  readonly #readDir: ReadDir;
  readonly #ids: ReadonlySet<ObjectId>;
  readonly #known = new Map<ObjectId, boolean>();

  constructor(readDir: ReadDir, ids: ReadonlySet<ObjectId>) {
    this.#readDir = readDir;
    this.#ids = ids;
  }

  /** Whether anything at the paths of the item in a tree holds one of them. */
  async areAt(item: ErasedItem, rootId: ObjectId): Promise<boolean> {
    const eraser = createTreeEraser(this.#readDir, item, SEARCHING);
    await eraser.erase(rootId);
    const there = eraser.erased().map(({ dirent }) => dirent);
    return this.#areIn(there, 0);
  }

  async #areIn(dirents: readonly Dirent[], depth: number): Promise<boolean> {
    for (const { kind, id } of dirents)
      if (kind === 'file' ? this.#ids.has(id) : await this.#areBelow(id, depth)) return true;
    return false;
  }

  async #areBelow(id: ObjectId, depth: number): Promise<boolean> {
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const are = await this.#areIn(await direntsOf(this.#readDir, id, depth), depth + 1);
    this.#known.set(id, are);
    return are;
  }
}
