import { joinPath, parentPath } from '../../core/folder/folder-entry.ts';
import type { ObjectId } from '../../core/objects/object-id.ts';
import type { PrunedEntry, TreeChange } from '../../core/tree/apply.ts';
import type { ReadDir } from '../../core/tree/read-dir.ts';
import { findEntry } from '../../core/tree/tree-lookup.ts';

export interface LibraryTree {
  readonly readDir: ReadDir;
  /** Null when the library cannot be read. */
  readonly rootId: ObjectId | null;
}

type Prune = Extract<TreeChange, { op: 'prune' }>;
type IsIgnored = (dir: string, name: string, isDir: boolean) => boolean;

/**
 * Takes along what the library has inside a folder that was deleted and the folder ignores: it was never here, and for its
 * sake the folder would come back.
 */
export async function withIgnoredInside(
  change: TreeChange,
  { readDir, rootId }: LibraryTree,
  isIgnored: IsIgnored,
): Promise<TreeChange> {
  if (change.op !== 'prune' || rootId === null) return change;
  const top = await findEntry(readDir, rootId, change.path);
  if (top?.kind !== 'dir') return change;
  const known = new Map(change.goes);
  const ignored: PrunedEntry[] = [];
  const open = [{ id: top.id, inside: '' }];
  for (let dir = open.pop(); dir !== undefined; dir = open.pop()) {
    for (const { kind, name, id } of await readDir(dir.id)) {
      const inside = joinPath(dir.inside, name);
      const what = kind === 'dir' ? kind : id;
      const isKnown = known.get(inside) === what;
      if (!isKnown && !isIgnored(parentPath(pathOf(change, inside)), name, kind === 'dir')) continue;
      if (!isKnown) ignored.push([inside, what]);
      if (kind === 'dir') open.push({ id, inside });
    }
  }
  return ignored.length === 0 ? change : { ...change, goes: [...change.goes, ...ignored] };
}

function pathOf({ path }: Prune, inside: string): string {
  return joinPath(path.slice(1), inside);
}
