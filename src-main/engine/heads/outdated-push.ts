import { createHash } from 'node:crypto';
import { ErasedNames } from '../../core/history/erased-names.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { nameOf } from '../../core/library/path.ts';
import { type Commit, commitIdOf, encodeCommit } from '../../core/objects/commit.ts';
import { type DirDirent, type Dirent, encodeDirInSteps } from '../../core/objects/dir-object.ts';
import { EMPTY_ID, type ObjectId } from '../../core/objects/object-id.ts';
import { inSteps } from '../../core/steps.ts';
import { direntsOf } from '../../core/tree/dirents-of.ts';
import { createTreeEraser, erasedPathsOf } from '../../core/tree/erase.ts';
import type { ReadDir } from '../../core/tree/read-dir.ts';
import { splitPath } from '../../core/tree/split-path.ts';
import type { LibraryObjects } from '../../store/objects/object-store.ts';
import type { HistoryEntry } from '../../store/sqlite/history.ts';
import type { Ports } from '../ports.ts';
import { yieldToEventLoop } from '../scheduling/yield-to-event-loop.ts';
import type { RecordedErasure } from './rewritten-commit.ts';

export interface OutdatedPush {
  readonly libraryId: LibraryId;
  readonly store: LibraryObjects;
  readonly readDir: ReadDir;
  readonly pushed: Commit;
  /** The commit that it was made for, as rewritten by now. */
  readonly base: HistoryEntry;
}

/**
 * A commit that a device made before it heard that something was erased, as it would have made it afterwards. A device brings
 * only what it has changed, so a folder that is not here is one that it left as it was: it is taken as the base has it now.
 * Files that were erased are left out; what the device made in their places stays. Stored, but not flushed.
 */
export async function bringUpToDate(
  { historyRewriteTable }: Pick<Ports, 'historyRewriteTable'>,
  { libraryId, store, readDir, pushed, base }: OutdatedPush,
): Promise<Commit> {
  let { rootId } = pushed;
  const names = new ErasedNames();
  const kept = new Set<string>();
  for (const { item } of historyRewriteTable.of(libraryId)) {
    const erased = JSON.parse(item) as RecordedErasure;
    for (const path of erasedPathsOf(erased)) names.add(nameOf(path));
    for (const one of placesOf(erased)) {
      const outdated = new Outdated({ store, readDir, base }, one);
      rootId = await outdated.folder(rootId, base.rootId, { depth: 0, at: 0 });
      for (const name of outdated.left) names.add(name);
      for (const name of outdated.made) kept.add(name);
    }
  }
  // The same each time the device tries, and another one for another base.
  const creator = createHash('sha1').update(`${pushed.id} ${base.id}`).digest('hex');
  const clearing = names.cleared(pushed.description, { before: new Set(), kept });
  const description = await inSteps(clearing, yieldToEventLoop);
  const made = { ...pushed, rootId, parentId: base.id, creator, description };
  const commit = { ...made, id: commitIdOf(made) };
  await store.write('commit', commit.id, encodeCommit(commit));
  return commit;
}

/** What was erased at several paths, at each of them. */
function placesOf(erased: RecordedErasure): RecordedErasure[] {
  if (erased.kind !== 'paths') return [erased];
  return erasedPathsOf(erased).map((path) => ({ kind: 'path', path, ids: erased.ids }));
}

interface Place {
  readonly depth: number;
  /** How many names of the erased path lead here; -1: this is not on it. */
  readonly at: number;
}

class Outdated {
  /** Names of items that were left out. */
  readonly left = new Set<string>();
  /** Names of items that the device made in place of erased ones. */
  readonly made = new Set<string>();
  readonly #store: LibraryObjects;
  readonly #readDir: ReadDir;
  readonly #names: readonly string[];
  readonly #ids: ReadonlySet<ObjectId>;
  readonly #isAnywhere: boolean;
  readonly #baseRootId: ObjectId;
  /** Null: not asked yet. */
  #inBase: Promise<boolean> | null = null;

  constructor(
    { store, readDir, base }: Pick<OutdatedPush, 'store' | 'readDir' | 'base'>,
    erased: RecordedErasure,
  ) {
    this.#store = store;
    this.#readDir = readDir;
    this.#baseRootId = base.rootId;
    this.#names = erased.kind === 'path' ? splitPath(erased.path) : [];
    this.#ids = new Set(erased.ids);
    this.#isAnywhere = erased.kind === 'file';
  }

  /** @param baseId the folder there in the base; undefined: there is none */
  async folder(id: ObjectId, baseId: ObjectId | undefined, place: Place): Promise<ObjectId> {
    if (id === EMPTY_ID || id === baseId) return id;
    if (!this.#store.has('fs', id)) return baseId ?? id;
    const rows = await direntsOf(this.#readDir, id, place.depth);
    const baseRows = new Map(
      (await direntsOf(this.#readDir, baseId, place.depth)).map((row) => [row.name, row]),
    );
    const kept: Dirent[] = [];
    for (const row of rows) {
      const next = await this.#row(row, baseRows.get(row.name), place);
      if (next !== null) kept.push(next);
    }
    if (kept.length === rows.length && kept.every((row, at) => row === rows[at])) return id;
    const dir = await inSteps(encodeDirInSteps(kept), yieldToEventLoop);
    if (dir.id !== EMPTY_ID) await this.#store.write('fs', dir.id, dir.bytes);
    return dir.id;
  }

  /** Null: it was erased. */
  async #row(row: Dirent, base: Dirent | undefined, { depth, at }: Place): Promise<Dirent | null> {
    const below = this.#isAnywhere ? at : this.#placeBelow(row.name, at);
    if (below < 0) return row;
    const isInside = below >= this.#names.length;
    if (row.kind === 'file') {
      // What the base has was put there after it was erased.
      const isErased = isInside && this.#ids.has(row.id) && base?.id !== row.id;
      if (isErased && !(await this.#isInBase(row.id))) {
        this.left.add(row.name);
        return null;
      }
      if (isInside && base?.id !== row.id) this.made.add(row.name);
      return row;
    }
    return this.#folderRow(row, base?.kind === 'dir' ? base.id : undefined, { depth: depth + 1, at: below });
  }

  async #folderRow(row: DirDirent, baseId: ObjectId | undefined, place: Place): Promise<Dirent | null> {
    const isErased = place.at >= this.#names.length && !this.#isAnywhere;
    const isNowhere = isErased && baseId === undefined;
    // A folder that was erased, and that the device has not changed.
    if (isNowhere && !this.#store.has('fs', row.id)) return null;
    const id = await this.folder(row.id, baseId, place);
    if (id === row.id) return row;
    return isNowhere && id === EMPTY_ID ? null : { ...row, id };
  }

  /** Whether a file that was erased wherever it was is somewhere in the base, from where the device may have moved it. */
  async #isInBase(id: ObjectId): Promise<boolean> {
    if (!this.#isAnywhere) return false;
    const eraser = createTreeEraser(this.#readDir, { kind: 'file', id }, { keep: () => undefined });
    this.#inBase ??= eraser.erase(this.#baseRootId).then((rootId) => rootId !== this.#baseRootId);
    return this.#inBase;
  }

  /** @see Place */
  #placeBelow(name: string, at: number): number {
    if (at >= this.#names.length) return at;
    return name === this.#names[at] ? at + 1 : -1;
  }
}
