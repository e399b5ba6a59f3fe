import { isInside, joinPath, nameOf, parentOf } from '../library/path.ts';
import { compareNames, DIR_MODE, type Dirent } from '../objects/dir-object.ts';
import type { ObjectId } from '../objects/object-id.ts';
import { isStepDue, type Yield } from '../steps.ts';
import type { TreeChange } from './apply.ts';
import { placeItems, putItem, type WantedItem } from './place-items.ts';
import type { ReadDir } from './read-dir.ts';
import { createTreeLookup, type TreeLookup } from './tree-lookup.ts';

export type RestoreAction = 'create' | 'overwrite' | 'remove';

/** One thing that a restore does. A folder that comes or goes as a whole is one step. */
export interface RestoreStep {
  readonly action: RestoreAction;
  readonly path: string;
  /** What comes; of what is removed, what goes. */
  readonly item: Dirent;
  readonly change: TreeChange;
}

export interface RestorePlan {
  /** In the order in which they have to be done. */
  readonly steps: readonly RestoreStep[];
  /** Wanted, but a file stands where one of its folders would have to be. */
  readonly blocked: readonly string[];
}

interface Roots {
  readonly was: ObjectId;
  readonly now: ObjectId;
}

/**
 * What makes items of today what they were: what is missing is created, what differs is overwritten, what was not there is
 * removed, also inside of folders.
 * @param paths items, `/` for all; those inside another one are covered by it
 * @param except steps at or below these paths are left out
 */
export async function planRestoreInPlace(
  readDir: ReadDir,
  roots: Roots,
  { paths, except }: { readonly paths: readonly string[]; readonly except: readonly string[] },
): Promise<RestorePlan> {
  const run: Run = { lookup: createTreeLookup(readDir), steps: [], blocked: [] };
  for (const path of outermost(paths)) {
    if (path === '/') await compareInside(run, path, roots);
    else await comparePath(run, path, roots);
  }
  const isWanted = ({ path }: RestoreStep) => !except.some((left) => path === left || isInside(path, left));
  const steps = run.steps.filter(isWanted);
  // A file that takes the name of a folder, or the other way round, needs it to be free.
  const removals = steps.filter(({ action }) => action === 'remove');
  return { steps: [...removals, ...steps.filter(({ action }) => action !== 'remove')], blocked: run.blocked };
}

/**
 * What puts items as they were beside what is there now, under names that are free. Items that were not there are left out.
 * @param rootName the folder for everything, when the root is asked for
 */
export async function planRestoreBeside(
  readDir: ReadDir,
  { was, now }: Roots,
  { paths, rootName }: { readonly paths: readonly string[]; readonly rootName: string },
): Promise<RestorePlan> {
  const lookup = createTreeLookup(readDir);
  const blocked: string[] = [];
  const wanted: WantedItem[] = [];
  for (const path of outermost(paths)) {
    const name = path === '/' ? rootName : nameOf(path);
    const item = path === '/' ? rootFolder(was, rootName) : await lookup.at(was, path);
    if (item === null) continue;
    const target = { item, path: joinPath(parentOf(path), name), onTaken: 'number' } as const;
    if (await canHold(lookup, now, parentOf(path))) wanted.push(target);
    else blocked.push(path);
  }
  const { placed } = await placeItems({ lookup, rootId: now }, wanted);
  return { steps: placed.map(({ path, wanted }) => creating(path, wanted.item)), blocked };
}

/** Restores a whole library by whole items of its root, so that folders get their former times. */
export async function planRestoreRoot(
  lookup: TreeLookup,
  roots: Roots,
  yieldToEventLoop?: Yield,
): Promise<TreeChange[]> {
  const [was, now] = [await lookup.inside(roots.was), await lookup.inside(roots.now)];
  const isSame = (a: Dirent | undefined, b: Dirent) => a?.id === b.id && a.kind === b.kind;
  const changes: TreeChange[] = [];
  for (const [at, item] of [...now.values(), ...was.values()].entries()) {
    if (isStepDue(at)) await yieldToEventLoop?.();
    const path = joinPath('/', item.name);
    if (at < now.size && !isSame(was.get(item.name), item)) changes.push(removing(path, item).change);
    if (at >= now.size && !isSame(now.get(item.name), item)) changes.push(putItem(item, path));
  }
  return changes;
}

/** Whether the path is a folder, or can become one. */
async function canHold(lookup: TreeLookup, rootId: ObjectId, path: string): Promise<boolean> {
  if (path === '/') return true;
  return (await lookup.at(rootId, path))?.kind === 'dir' || (await lookup.isFree(rootId, path));
}

interface Run {
  readonly lookup: TreeLookup;
  readonly steps: RestoreStep[];
  readonly blocked: string[];
}

function outermost(paths: readonly string[]): string[] {
  const all = [...new Set(paths)];
  return all.filter((path) => !all.some((other) => isInside(path, other)));
}

function rootFolder(id: ObjectId, name: string): Dirent {
  return { kind: 'dir', name, id, mode: DIR_MODE, mtimeSeconds: 0 };
}

async function comparePath(run: Run, path: string, roots: Roots): Promise<void> {
  const [was, now] = [await run.lookup.at(roots.was, path), await run.lookup.at(roots.now, path)];
  if (was !== null && now === null && !(await run.lookup.isFree(roots.now, path))) run.blocked.push(path);
  else await compare(run, path, { was, now });
}

async function compare(
  run: Run,
  path: string,
  { was, now }: { readonly was: Dirent | null; readonly now: Dirent | null },
): Promise<void> {
  if (was?.kind === 'dir' && now?.kind === 'dir')
    return compareInside(run, path, { was: was.id, now: now.id });
  if (was?.kind === 'file' && now?.kind === 'file') return compareFiles(run, path, { was, now });
  if (now !== null) run.steps.push(removing(path, now));
  if (was !== null) run.steps.push(creating(path, was));
}

async function compareInside(run: Run, path: string, roots: Roots): Promise<void> {
  if (roots.was === roots.now) return;
  const [was, now] = [await run.lookup.inside(roots.was), await run.lookup.inside(roots.now)];
  for (const name of [...new Set([...was.keys(), ...now.keys()])].sort(compareNames)) {
    const pair = { was: was.get(name) ?? null, now: now.get(name) ?? null };
    await compare(run, joinPath(path, name), pair);
  }
}

type FileRow = Extract<Dirent, { kind: 'file' }>;

function compareFiles(run: Run, path: string, { was, now }: { was: FileRow; now: FileRow }): void {
  if (was.id === now.id && was.mode === now.mode) return;
  run.steps.push({ action: 'overwrite', path, item: was, change: putItem(was, path, now.id) });
}

function creating(path: string, item: Dirent): RestoreStep {
  return { action: 'create', path, item, change: putItem(item, path) };
}

function removing(path: string, item: Dirent): RestoreStep {
  return { action: 'remove', path, item, change: { op: 'remove', path, base: item.id } };
}
