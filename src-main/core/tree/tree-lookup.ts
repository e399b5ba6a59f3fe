import { DIR_MODE, type Dirent } from '../objects/dir-object.ts';
import type { ObjectId } from '../objects/object-id.ts';
import { isStepDue, type Yield } from '../steps.ts';
import { direntsByName } from './dirents-of.ts';
import type { ReadDir } from './read-dir.ts';
import { splitPath } from './split-path.ts';

/**
 * The dirent at a path below a root, or null when there is none. The root itself is a folder with an empty name and
 * no time of its own (0).
 * @throws DomainError `path-invalid`
 */
export async function findEntry(readDir: ReadDir, rootId: ObjectId, path: string): Promise<Dirent | null> {
  let entry: Dirent = { kind: 'dir', name: '', id: rootId, mode: DIR_MODE, mtimeSeconds: 0 };
  for (const name of splitPath(path)) {
    if (entry.kind === 'file') return null;
    const rows = await readDir(entry.id);
    const found = rows.find((row) => row.name === name);
    if (found === undefined) return null;
    entry = found;
  }
  return entry;
}

/** Looks up many paths, in several trees, reading each folder once. It keeps what it read for as long as it lives. */
export interface TreeLookup {
  /** The rows of a folder by name. */
  inside(id: ObjectId): Promise<ReadonlyMap<string, Dirent>>;
  /** What is at a path below a root, which is no root itself; null when nothing is. */
  at(rootId: ObjectId, path: string): Promise<Dirent | null>;
  /** Whether something can be put at the path: nothing is there, and no file stands where a folder would have to be. */
  isFree(rootId: ObjectId, path: string): Promise<boolean>;
}

/** @param yieldToEventLoop lets others have their turn while many paths are looked up */
export function createTreeLookup(readDir: ReadDir, yieldToEventLoop?: Yield): TreeLookup {
  const known = new Map<ObjectId, ReadonlyMap<string, Dirent>>();
  let foldersPassed = 0;

  async function inside(id: ObjectId): Promise<ReadonlyMap<string, Dirent>> {
    const rows = known.get(id) ?? (await direntsByName(readDir, id, 0, yieldToEventLoop));
    known.set(id, rows);
    return rows;
  }

  /** As far as the path leads: all of it, up to a file on the way, or up to where nothing is. */
  async function follow(
    rootId: ObjectId,
    path: string,
  ): Promise<{ end: Dirent | null; isWholePath: boolean }> {
    const names = splitPath(path);
    let folderId = rootId;
    let end: Dirent | null = null;
    for (const [at, name] of names.entries()) {
      if (isStepDue(foldersPassed++)) await yieldToEventLoop?.();
      end = (await inside(folderId)).get(name) ?? null;
      const isWholePath = at === names.length - 1;
      if (end?.kind !== 'dir' || isWholePath) return { end, isWholePath };
      folderId = end.id;
    }
    return { end, isWholePath: true };
  }

  return {
    inside,
    async at(rootId, path) {
      const { end, isWholePath } = await follow(rootId, path);
      return isWholePath ? end : null;
    },
    async isFree(rootId, path) {
      return (await follow(rootId, path)).end === null;
    },
  };
}

/**
 * Looks up paths below a root, near ones one after the other: it keeps the folders that led to the last one, so that many
 * paths in their order read each folder about once, and no more of them are in memory than a path has names.
 * @returns as `TreeLookup.at`
 */
export function createNearLookup(
  readDir: ReadDir,
  rootId: ObjectId,
  yieldToEventLoop?: Yield,
): (path: string) => Promise<Dirent | null> {
  const open: { readonly id: ObjectId; readonly rows: ReadonlyMap<string, Dirent> }[] = [];
  let looks = 0;

  async function rowsAt(level: number, id: ObjectId): Promise<ReadonlyMap<string, Dirent>> {
    const known = open[level];
    if (known?.id === id) return known.rows;
    const rows = await direntsByName(readDir, id, level, yieldToEventLoop);
    open.splice(level, open.length, { id, rows });
    return rows;
  }

  return async (path) => {
    if (isStepDue(looks++)) await yieldToEventLoop?.();
    let folderId = rootId;
    let end: Dirent | null = null;
    for (const [level, name] of splitPath(path).entries()) {
      if (end?.kind === 'file') return null;
      end = (await rowsAt(level, folderId)).get(name) ?? null;
      if (end === null) return null;
      folderId = end.id;
    }
    return end;
  };
}
