import type { Change } from '../history/change.ts';
import { isInside, joinPath, nameOf, parentOf } from '../library/path.ts';
import { compareNames, type Dirent } from '../objects/dir-object.ts';
import type { ObjectId } from '../objects/object-id.ts';
import type { Yield } from '../steps.ts';
import type { TreeChange } from './apply.ts';
import { putItem } from './place-items.ts';
import type { ReadDir } from './read-dir.ts';
import { createTreeLookup, type TreeLookup } from './tree-lookup.ts';

/** What undoing does to one item. */
export type UndoAction = 'remove' | 'put-back' | 'old-content' | 'move-back';

/** Why something stays as it is now. */
export type LeftAloneReason = 'changed-since' | 'added-since' | 'gone-since' | 'renamed-since' | 'name-taken';

/** One thing that undoing does. */
export interface UndoStep {
  readonly action: UndoAction;
  /** Where the item is after the step; of what is removed, where it was. */
  readonly path: string;
  /** Where the item is now; empty unless it is moved back. */
  readonly fromPath: string;
  readonly item: Dirent;
  readonly change: TreeChange;
}

/** Something that the commit changed and that undoing does not touch. */
export interface LeftAlone {
  readonly path: string;
  readonly isDir: boolean;
  readonly reason: LeftAloneReason;
}

/** Where something is now that the commit left at some path. */
export interface PlaceNow {
  readonly path: string;
  /** It has itself another name or folder now: not only a folder around it has. */
  readonly isMoved: boolean;
}

/** What undoing a commit does, in the order in which it has to be done. */
export interface UndoPlan {
  readonly steps: readonly UndoStep[];
  readonly leftAlone: readonly LeftAlone[];
}

/**
 * The inverse of one commit, for the tree as it is now. Added items are removed if neither they nor their names changed
 * since; removed ones are restored where their name is free; contents are restored if they did not change since, wherever
 * the file is by now; renames are reverted, with later changes kept. All that happens in folders follows them to where
 * they are now. Everything else is left alone and reported, but for what already is as before the commit. Folders that
 * changed since are undone item by item.
 * @param roots the tree before and after the commit, and the one of now
 * @param changes what the commit did, or the part of it that is to be undone
 * @param placeOf where an item of the tree after the commit is now; what is there need not be the same
 * @param yieldToEventLoop lets others have their turn while there is much to undo
 */
export async function planUndo(
  readDir: ReadDir,
  roots: { readonly before: ObjectId; readonly after: ObjectId; readonly now: ObjectId },
  changes: readonly Change[],
  { placeOf, yieldToEventLoop }: UndoOptions,
): Promise<UndoPlan> {
  const lookup = createTreeLookup(readDir, yieldToEventLoop);
  const run: Run = {
    lookup,
    roots,
    placeOf,
    steps: [],
    leftAlone: [],
    freed: new Set(),
    taken: new Set(),
    folders: new Map(),
  };
  for (const { op, path } of changes) if (op === 'new' || op === 'newdir') await takeAwayAdded(run, path);
  await moveBack(
    run,
    changes.filter(({ op }) => op === 'renamed'),
  );
  for (const { op, path } of changes) {
    if (op === 'removed' || op === 'deldir') await restoreRemoved(run, path);
    else if (op === 'modified') await bringOldContent(run, path);
  }
  return { steps: run.steps, leftAlone: run.leftAlone };
}

interface UndoOptions {
  readonly placeOf: (path: string) => PlaceNow;
  readonly yieldToEventLoop?: Yield;
}

interface Run extends Pick<UndoOptions, 'placeOf'> {
  readonly lookup: TreeLookup;
  readonly roots: { readonly before: ObjectId; readonly after: ObjectId; readonly now: ObjectId };
  readonly steps: UndoStep[];
  readonly leftAlone: LeftAlone[];
  /** Paths that earlier steps empty, and those that they fill. */
  readonly freed: Set<string>;
  readonly taken: Set<string>;
  /** Where folders are now, by where the commit left them: many items are in one. */
  readonly folders: Map<string, string>;
}

function leave(run: Run, path: string, { kind }: Dirent, reason: LeftAloneReason): void {
  run.leftAlone.push({ path, isDir: kind === 'dir', reason });
}

async function isFree(run: Run, path: string): Promise<boolean> {
  if (run.taken.has(path)) return false;
  return run.freed.has(path) || (await run.lookup.isFree(run.roots.now, path));
}

function isSame(a: Dirent, b: Dirent): boolean {
  return a.kind === b.kind && a.id === b.id;
}

/** An item that was renamed since is no longer just what the commit added. */
async function takeAwayAdded(run: Run, path: string): Promise<void> {
  const place = run.placeOf(path);
  const was = await run.lookup.at(run.roots.after, path);
  const is = await run.lookup.at(run.roots.now, place.path);
  if (was === null || is === null) return;
  if (place.isMoved) leave(run, place.path, is, 'renamed-since');
  else await takeAway(run, place.path, { was, is });
}

/** Where something is to be that had the path before the commit: in the same folder, wherever that is now. */
function targetOf(run: Run, path: string): string {
  const folder = parentOf(path);
  const place = run.folders.get(folder) ?? run.placeOf(folder).path;
  run.folders.set(folder, place);
  return joinPath(place, nameOf(path));
}

/** Whether nothing of it is left. */
async function takeAway(
  run: Run,
  path: string,
  { was, is }: { readonly was: Dirent; readonly is: Dirent | null },
): Promise<boolean> {
  if (is === null) return true;
  if (isSame(was, is)) {
    remove(run, path, is);
    return true;
  }
  if (was.kind === 'dir' && is.kind === 'dir') return takeAwayInside(run, path, { was, is });
  leave(run, path, is, 'changed-since');
  return false;
}

function remove(run: Run, path: string, item: Dirent): void {
  run.freed.add(path);
  const change: TreeChange = { op: 'remove', path, base: item.id };
  run.steps.push({ action: 'remove', path, fromPath: '', item, change });
}

async function takeAwayInside(
  run: Run,
  path: string,
  { was, is }: { readonly was: Dirent; readonly is: Dirent },
): Promise<boolean> {
  const [then, now] = [await run.lookup.inside(was.id), await run.lookup.inside(is.id)];
  const stepsBefore = run.steps.length;
  let isAllGone = true;
  for (const [name, row] of byName(now)) {
    const inside = joinPath(path, name);
    const earlier = then.get(name);
    if (earlier === undefined) {
      leave(run, inside, row, 'added-since');
      isAllGone = false;
    } else if (!(await takeAway(run, inside, { was: earlier, is: row }))) isAllGone = false;
  }
  if (!isAllGone) return false;
  // Nothing stays in it, so it goes as one.
  run.steps.length = stepsBefore;
  remove(run, path, is);
  return true;
}

/** One rename may wait for another to free its name, as in a rotation of logs. */
async function moveBack(run: Run, renames: readonly Change[]): Promise<void> {
  let waiting = renames;
  for (;;) {
    const blocked: Change[] = [];
    for (const rename of waiting) if (!(await tryMoveBack(run, rename))) blocked.push(rename);
    if (blocked.length === waiting.length) break;
    waiting = blocked;
  }
  for (const { newPath, isDir } of waiting)
    run.leftAlone.push({ path: run.placeOf(newPath).path, isDir, reason: 'name-taken' });
}

/** False when the name that it had is not free. */
async function tryMoveBack(run: Run, { path, newPath, isDir, objectId }: Change): Promise<boolean> {
  const [from, to] = [run.placeOf(newPath), targetOf(run, path)];
  if (from.path === to) return true;
  const is = run.freed.has(from.path) ? null : await run.lookup.at(run.roots.now, from.path);
  if (is === null || (is.kind === 'dir') !== isDir) {
    const isBack = (await run.lookup.at(run.roots.now, to))?.id === objectId;
    if (!isBack) run.leftAlone.push({ path: from.path, isDir, reason: 'gone-since' });
    return true;
  }
  if (from.isMoved) {
    leave(run, from.path, is, 'renamed-since');
    return true;
  }
  if (isInside(to, from.path) || !(await isFree(run, to))) return false;
  run.freed.add(from.path);
  run.taken.add(to);
  const change: TreeChange = { op: 'move', from: from.path, to };
  run.steps.push({ action: 'move-back', path: to, fromPath: from.path, item: is, change });
  return true;
}

async function restoreRemoved(run: Run, path: string): Promise<void> {
  const was = await run.lookup.at(run.roots.before, path);
  if (was !== null) await restore(run, targetOf(run, path), was);
}

async function restore(run: Run, path: string, was: Dirent): Promise<void> {
  if (await isFree(run, path)) {
    run.taken.add(path);
    const change = putItem(was, path);
    run.steps.push({ action: 'put-back', path, fromPath: '', item: was, change });
    return;
  }
  const is = await run.lookup.at(run.roots.now, path);
  if (is !== null && isSame(is, was)) return;
  if (is?.kind !== 'dir' || was.kind !== 'dir') return leave(run, path, was, 'name-taken');
  for (const [name, row] of byName(await run.lookup.inside(was.id)))
    await restore(run, joinPath(path, name), row);
}

/** Folders are stored backwards. */
function byName(rows: ReadonlyMap<string, Dirent>): [string, Dirent][] {
  return [...rows].sort(([a], [b]) => compareNames(a, b));
}

async function bringOldContent(run: Run, path: string): Promise<void> {
  const place = run.placeOf(path).path;
  const [was, made, is] = [
    await run.lookup.at(run.roots.before, path),
    await run.lookup.at(run.roots.after, path),
    await run.lookup.at(run.roots.now, place),
  ];
  if (was?.kind !== 'file' || made?.kind !== 'file') return;
  // A time alone is nothing to undo, and what is back already is not undone again.
  const isModeOnly = was.id === made.id;
  if (isModeOnly && was.mode === made.mode) return;
  if (is === null) return leave(run, place, made, 'gone-since');
  if (isSame(is, was) && is.mode === was.mode) return;
  if (!isSame(is, made) || is.mode !== made.mode) return leave(run, place, is, 'changed-since');
  const change = putItem(was, place, made.id);
  run.steps.push({ action: 'old-content', path: place, fromPath: '', item: was, change });
}
