import { ancestorsOf, isInside, joinPath } from '../library/path.ts';
import { type Dirent, type EncodedDir, encodeDirInSteps } from '../objects/dir-object.ts';
import { EMPTY_ID, type ObjectId } from '../objects/object-id.ts';
import { inSteps, type Yield } from '../steps.ts';
import { direntsOf } from './dirents-of.ts';
import type { ReadDir } from './read-dir.ts';

/** What is taken out of trees: whatever is at a path or at several, one file wherever it is, or all that there is. */
export type ErasedItem =
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'paths'; readonly paths: readonly string[] }
  | { readonly kind: 'file'; readonly id: ObjectId }
  | { readonly kind: 'all' };

/** One of the things that were taken out, at the first place where it was met. */
export interface ErasedEntry {
  readonly path: string;
  readonly dirent: Dirent;
}

/** Whatever is at some paths, of which one at least is given. What lies inside another one of them goes with that. */
export function erasedAt(paths: readonly string[]): ErasedItem {
  const outermost = [...new Set(paths)].filter((path) => !paths.some((other) => isInside(path, other)));
  const [path = '/', ...others] = outermost;
  return others.length === 0 ? { kind: 'path', path } : { kind: 'paths', paths: outermost };
}

/** The paths at which an item is; none of one that is told otherwise. */
export function erasedPathsOf(item: ErasedItem): readonly string[] {
  if (item.kind === 'path') return [item.path];
  return item.kind === 'paths' ? item.paths : [];
}

/** Where a walk of a tree meets the paths of an item. */
export interface PathsOnTheWay {
  /** One of them. */
  readonly here: ReadonlySet<string>;
  /** A folder above one of them. */
  readonly above: ReadonlySet<string>;
}

export function pathsOnTheWay(paths: readonly string[]): PathsOnTheWay {
  return { here: new Set(paths), above: new Set(paths.flatMap(ancestorsOf)) };
}

interface EraseOptions {
  /** Takes a folder that was made. */
  readonly keep: (dir: EncodedDir) => void | Promise<void>;
  readonly yieldToEventLoop?: Yield;
}

/** Takes an item out of many trees. What two of them have in common is read once. */
export interface TreeEraser {
  /**
   * The root without the item; the same root where the item is not in it. Everything else stays as it is, times included; a
   * folder that held nothing else is empty.
   * @throws DomainError `object-corrupt` for trees that are too deep, and what reading throws
   */
  erase(rootId: ObjectId): Promise<ObjectId>;
  /** What was taken out so far, the latest last: each content at each path once, however many trees held it. */
  erased(): readonly ErasedEntry[];
}

export function createTreeEraser(readDir: ReadDir, item: ErasedItem, options: EraseOptions): TreeEraser {
  const isByPath = item.kind === 'path' || item.kind === 'paths';
  const { here, above } = pathsOnTheWay(erasedPathsOf(item));
  const known = new Map<string, ObjectId>();
  const erased: ErasedEntry[] = [];
  const met = new Set<string>();

  function takeOut(path: string, dirent: Dirent): void {
    const key = `${dirent.id}${path}`;
    if (met.has(key)) return;
    met.add(key);
    erased.push({ path, dirent });
  }

  async function without(id: ObjectId, path: string, depth: number): Promise<ObjectId> {
    if (id === EMPTY_ID) return id;
    // On the way to a path, a folder is another one at another place.
    const key = isByPath ? `${id}${path}` : id;
    const before = known.get(key);
    if (before !== undefined) return before;
    const after = await rewritten(id, path, depth);
    known.set(key, after);
    return after;
  }

  async function rewritten(id: ObjectId, path: string, depth: number): Promise<ObjectId> {
    const rows = await direntsOf(readDir, id, depth);
    const kept: Dirent[] = [];
    let isSame = true;
    for (const row of rows) {
      const next = await rowWithout(row, joinPath(path, row.name), depth);
      if (next !== row) isSame = false;
      if (next !== null) kept.push(next);
    }
    if (isSame) return id;
    const dir = await inSteps(encodeDirInSteps(kept), options.yieldToEventLoop);
    if (dir.id !== EMPTY_ID) await options.keep(dir);
    return dir.id;
  }

  /** Null: it goes. */
  async function rowWithout(row: Dirent, path: string, depth: number): Promise<Dirent | null> {
    if (isByPath ? here.has(path) : isErasedFile(row)) {
      takeOut(path, row);
      return null;
    }
    if (row.kind === 'file' || (isByPath && !above.has(path))) return row;
    const id = await without(row.id, path, depth + 1);
    return id === row.id ? row : { ...row, id };
  }

  function isErasedFile({ kind, id }: Dirent): boolean {
    return item.kind === 'file' && kind === 'file' && id === item.id;
  }

  async function all(rootId: ObjectId): Promise<ObjectId> {
    for (const row of await direntsOf(readDir, rootId, 0)) takeOut(joinPath('/', row.name), row);
    return EMPTY_ID;
  }

  return {
    erase: (rootId) => (item.kind === 'all' ? all(rootId) : without(rootId, '/', 0)),
    erased: () => erased,
  };
}
