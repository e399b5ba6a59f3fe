import type { Change } from '../../core/history/change.ts';
import { movedRows } from '../../core/library/moved-paths.ts';
import { isInside, joinPath } from '../../core/library/path.ts';
import { EMPTY_ID, type ObjectId } from '../../core/objects/object-id.ts';
import { likenessOf } from '../../core/tree/folder-likeness.ts';
import type { ReadDir } from '../../core/tree/read-dir.ts';
import { createNearLookup } from '../../core/tree/tree-lookup.ts';
import type { FolderLibrary } from '../../store/sqlite/folder-libraries.ts';
import { isUnreadable } from '../reading/stored-commits.ts';
import { yieldToEventLoop } from '../scheduling/yield-to-event-loop.ts';
import type { PlannedMove } from './planned-move.ts';

/** A new tree of the library around folder libraries. */
interface MovedTree extends Pick<PlannedMove, 'changes' | 'readDir'> {
  readonly rootId: ObjectId;
}

interface FolderPlace {
  readonly path: string;
  /** Null: there is no folder. Undefined: unknown, so nothing is concluded. */
  readonly rootId: ObjectId | null | undefined;
  /** Recognised by its files alone. */
  readonly isFound: boolean;
}

/** Limit of new folders whose contents are compared with a missing one. */
const COMPARED_MAX = 50;
/** Limit of new folders, with those inside them, that are searched for a missing one. */
const LOOKED_AT_MAX = 1_000;
/** A folder counts as the missing one if a larger share than this of its files is there. */
const LEAST_LIKENESS = 0.49;

/**
 * Where the folders of folder libraries are after the library around them moved; live ones first. A folder has at most one
 * library: ending its share must not leave a second, hidden one.
 */
export async function placesOf(
  folders: readonly FolderLibrary[],
  move: MovedTree,
): Promise<readonly (FolderPlace & { readonly folder: FolderLibrary })[]> {
  if (folders.length === 0) return [];
  const after = new TreeAfter(folders, move);
  const taken = new Set<string>();
  const places: (FolderPlace & { readonly folder: FolderLibrary })[] = [];
  // Neighbours one after the other, so that folders above them are read about once.
  const inOrder = [...folders].sort(
    (one, other) =>
      Number(one.isEnded) - Number(other.isEnded) || (one.origin.path < other.origin.path ? -1 : 1),
  );
  for (const folder of inOrder) {
    const place = await after.placeOf(folder);
    const isTaken = taken.has(place.path) && (folder.isEnded || place.isFound);
    places.push({ folder, ...place, ...(isTaken && { rootId: null, isFound: false }) });
    const isThere = folder.isEnded ? place.rootId === folder.rootId : place.rootId !== null;
    if (isThere) taken.add(place.path);
  }
  return places;
}

/** Finds folders of the previous tree in a new one. Reads everything at most once, and only when needed. */
class TreeAfter {
  readonly #readDir: ReadDir;
  /** Paths after the renames of the move, by the id of the folder library. */
  readonly #renamed: ReadonlyMap<string, string>;
  readonly #entryAt: ReturnType<typeof createNearLookup>;
  readonly #gone: readonly Change[];
  readonly #made: readonly Change[];
  #inNew: Promise<readonly string[]> | null = null;

  constructor(folders: readonly FolderLibrary[], { changes, readDir, rootId }: MovedTree) {
    const moves = changes
      .filter(({ op }) => op === 'renamed')
      .map(({ path: from, newPath: to }) => ({ from, to }));
    const rows = folders.map(({ id, origin: { path } }) => ({ id, path }));
    this.#readDir = readDir;
    this.#renamed = new Map(movedRows(rows, moves).map(({ row, to }) => [row.id, to.path]));
    this.#entryAt = createNearLookup(readDir, rootId, yieldToEventLoop);
    this.#gone = changes.filter(({ op }) => op === 'deldir');
    this.#made = changes.filter(({ op }) => op === 'newdir');
  }

  async placeOf(folder: FolderLibrary): Promise<FolderPlace> {
    const path = this.#renamed.get(folder.id) ?? folder.origin.path;
    const found = await this.#rootAt(path);
    if (found === undefined || folder.isEnded) return { path, rootId: found, isFound: false };
    const isTaken = found !== null && (await this.#isOfAnother(folder, path, found));
    const there = { path, rootId: isTaken ? null : found, isFound: false };
    const left = isTaken ? path : await this.#pathThatLeft(folder, found);
    return left === null ? there : ((await this.#findChanged(folder, left)) ?? there);
  }

  async #rootAt(path: string): Promise<FolderPlace['rootId']> {
    const found = await unlessUnreadable(this.#entryAt(path));
    return found === undefined ? undefined : found?.kind === 'dir' ? found.id : null;
  }

  /** From 0 to 1; undefined: unknown. */
  #likeness(before: ObjectId, now: ObjectId): Promise<number | undefined> {
    return unlessUnreadable(likenessOf(this.#readDir, before, now));
  }

  /**
   * Path of the removed folder that was, or contained, the one to find; null: it is still in its place. A folder that has
   * nothing in common with the one there now may have left its name to it in the same commit.
   */
  async #pathThatLeft(
    { origin: { path }, rootId: before }: FolderLibrary,
    found: ObjectId | null,
  ): Promise<string | null> {
    if (found === null)
      return this.#gone.find(({ path: at }) => at === path || isInside(path, at))?.path ?? null;
    const isElsewhere = this.#made.some(({ path: at }) => !isInside(at, path));
    if (!isElsewhere || found === before) return null;
    return (await this.#likeness(before, found)) === 0 ? path : null;
  }

  /** Whether a folder from elsewhere has taken the place: that one was never shared. */
  async #isOfAnother({ rootId: before }: FolderLibrary, path: string, found: ObjectId): Promise<boolean> {
    const others = this.#gone.filter(({ path: at }) => !isInside(at, path));
    if (found === before || others.length === 0) return false;
    if ((await this.#likeness(before, found)) !== 0) return false;
    for (const { objectId } of others.slice(0, COMPARED_MAX))
      if (((await this.#likeness(objectId, found)) ?? 0) > LEAST_LIKENESS) return true;
    return false;
  }

  /**
   * Finds a folder that was renamed and changed at once, or moved into a new one: the most similar of the new folders.
   * @param left @see #pathThatLeft
   */
  async #findChanged(
    { origin: { path }, rootId: before }: FolderLibrary,
    left: string,
  ): Promise<FolderPlace | null> {
    let best: string | null = null;
    let bestLikeness = LEAST_LIKENESS;
    // First at the same relative path inside new folders as it had in the removed one.
    const places = this.#made.map(({ path: at }) => `${at}${path.slice(left.length)}`);
    this.#inNew ??= this.#newFolders();
    for (const [at, place] of [...new Set([...places, ...(await this.#inNew)])].entries()) {
      const likeness = await this.#likenessAt(place, before, at < COMPARED_MAX);
      if (likeness === undefined || likeness <= bestLikeness) continue;
      best = place;
      bestLikeness = likeness;
    }
    return best === null ? null : { path: best, rootId: await this.#rootAt(best), isFound: true };
  }

  /** New folders and all inside them, the outer ones first: changes do not list a folder that was moved into a new one. */
  async #newFolders(): Promise<readonly string[]> {
    const paths = this.#made.map(({ path }) => path);
    for (let at = 0; at < paths.length && paths.length < LOOKED_AT_MAX; at += 1) {
      const path = paths[at] ?? '';
      const id = await this.#rootAt(path);
      const rows = id ? await unlessUnreadable(this.#readDir(id)) : [];
      for (const { kind, name } of rows ?? []) if (kind === 'dir') paths.push(joinPath(path, name));
    }
    return paths;
  }

  async #likenessAt(path: string, before: ObjectId, isCompared: boolean): Promise<number | undefined> {
    const found = (await this.#rootAt(path)) ?? null;
    if (found === null || before === EMPTY_ID) return 0;
    if (found === before) return 1;
    return isCompared ? this.#likeness(before, found) : 0;
  }
}

/** Undefined when stored data cannot be read. */
export async function unlessUnreadable<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isUnreadable(error)) return undefined;
    throw error;
  }
}
