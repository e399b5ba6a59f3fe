import { joinPath, nameOf, parentOf } from '../library/path.ts';
import type { Dirent } from '../objects/dir-object.ts';
import type { ObjectId } from '../objects/object-id.ts';
import type { TreeChange } from './apply.ts';
import type { TreeLookup } from './tree-lookup.ts';
import { uniqueName } from './unique-name.ts';

/**
 * What becomes of an item whose name is taken. `conflict-copy`: a file replaces a file, and goes beside a folder under a
 * conflict name.
 */
export type OnTaken = 'refuse' | 'number' | 'replace' | 'conflict-copy';

export interface WantedItem {
  readonly item: Dirent;
  readonly path: string;
  readonly onTaken: OnTaken;
  /** Where the item is now; absent: it stays there, and this is another one. */
  readonly from?: string;
  /** A file that has the path is the same file at another time: its content is replaced, whatever `onTaken` says. */
  readonly isVersion?: boolean;
}

/** Where an item goes, and how. */
export interface PlacedItem<Wanted extends WantedItem = WantedItem> {
  readonly wanted: Wanted;
  readonly path: string;
  /** Something else is there, and goes. */
  readonly replaces: boolean;
  readonly changes: readonly TreeChange[];
}

export interface PlacingPlan<Wanted extends WantedItem = WantedItem> {
  /** In the order of what is wanted; none when something is refused. */
  readonly placed: readonly PlacedItem<Wanted>[];
  /** Refused, as their names are taken. */
  readonly taken: readonly Wanted[];
}

/** A tree and a way to look into it. */
export interface LookedUpTree {
  readonly lookup: TreeLookup;
  readonly rootId: ObjectId;
}

/** Where items go in a tree that may have something at their paths. Two items never get the same path. */
export async function placeItems<Wanted extends WantedItem>(
  tree: LookedUpTree,
  wanted: readonly Wanted[],
): Promise<PlacingPlan<Wanted>> {
  const planned = new Set<string>();
  const placed: PlacedItem<Wanted>[] = [];
  const taken: Wanted[] = [];
  for (const one of wanted) {
    const there = await tree.lookup.at(tree.rootId, one.path);
    const isOlder = isOlderVersion(one, there);
    const isTaken = there !== null && !isOlder;
    if (isTaken && one.onTaken === 'refuse') {
      taken.push(one);
      continue;
    }
    const isMoved = planned.has(one.path) || (isTaken && one.onTaken === 'number');
    const path = isMoved ? await freePath(tree, one, planned) : one.path;
    planned.add(path);
    placed.push(placing(one, path, { there: isMoved ? null : there, isOlder }));
  }
  return { placed: taken.length > 0 ? [] : placed, taken };
}

function placing<Wanted extends WantedItem>(
  wanted: Wanted,
  path: string,
  { there, isOlder }: { readonly there: Dirent | null; readonly isOlder: boolean },
): PlacedItem<Wanted> {
  const { item, from, onTaken } = wanted;
  const makesRoom = there !== null && !isOlder && onTaken === 'replace';
  const coming: TreeChange =
    from === undefined ? putItem(item, path, makesRoom ? null : there?.id) : { op: 'move', from, to: path };
  const changes: TreeChange[] = makesRoom ? [{ op: 'remove', path, base: there.id }, coming] : [coming];
  return { wanted, path, replaces: there !== null && !isSame(item, there), changes };
}

/** A path in the same folder that nothing there has, and nothing that is planned. */
async function freePath(
  { lookup, rootId }: LookedUpTree,
  { path, item }: WantedItem,
  planned: ReadonlySet<string>,
): Promise<string> {
  const folder = parentOf(path);
  const folderId = folder === '/' ? rootId : await dirIdAt({ lookup, rootId }, folder);
  const there = folderId === null ? null : await lookup.inside(folderId);
  const isTaken = (name: string) => there?.has(name) === true || planned.has(joinPath(folder, name));
  return joinPath(folder, uniqueName(nameOf(path), isTaken, item.kind));
}

async function dirIdAt({ lookup, rootId }: LookedUpTree, path: string): Promise<ObjectId | null> {
  const there = await lookup.at(rootId, path);
  return there?.kind === 'dir' ? there.id : null;
}

function isSame(a: Dirent, b: Dirent): boolean {
  return a.kind === b.kind && a.id === b.id;
}

/** Whether it takes the place of what is there as the same file at another time. What is there already counts as well. */
function isOlderVersion({ item, isVersion = false }: WantedItem, there: Dirent | null): boolean {
  if (!isVersion || there === null) return false;
  return isSame(item, there) || (item.kind === 'file' && there.kind === 'file');
}

/**
 * What puts an item at a path, under the name that the path has; a folder comes with all that is in it.
 * @param base the file that it replaces; null: nothing is to be there
 */
export function putItem(item: Dirent, path: string, base: ObjectId | null = null): TreeChange {
  if (item.kind === 'dir') return { op: 'mkdir', path, id: item.id, mtimeSeconds: item.mtimeSeconds };
  const { name: _name, ...dirent } = item;
  return { op: 'put', path, dirent, base };
}
