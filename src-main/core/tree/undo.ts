import type { Change } from '../history/change.ts';
import { isInside, joinPath } from '../library/path.ts';
import { compareNames, type Dirent } from '../objects/dir-object.ts';
import type { ObjectId } from '../objects/object-id.ts';
import type { Yield } from '../steps.ts';
import type { TreeChange } from './apply.ts';
import { diffTrees, TooManyChanges } from './diff.ts';
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

/** What undoing a commit does, in the order in which it has to be done. */
export interface UndoPlan {
  readonly steps: readonly UndoStep[];
  readonly leftAlone: readonly LeftAlone[];
}

/**
 * The inverse of one commit, for the tree as it is now. Added items are removed if they did not change since; removed
 * ones are restored where their name is free; contents are restored if they did not change since; renames are reverted,
 * with later changes kept. Everything else is left alone and reported, but for what already is as before the commit.
 * Folders that changed since are undone item by item.
 * @param roots the tree before and after the commit, and the one of now
 * @param changes what the commit did, or the part of it that is to be undone
 * @param yieldToEventLoop lets others have their turn while there is much to undo
 */
export async function planUndo(
  readDir: ReadDir,
  roots: { readonly before: ObjectId; readonly after: ObjectId; readonly now: ObjectId },
  changes: readonly Change[],
  yieldToEventLoop?: Yield,
): Promise<UndoPlan> {
  const lookup = createTreeLookup(readDir, yieldToEventLoop);
  const run: Run = {
    lookup,
    roots,
    steps: [],
    leftAlone: [],
    freed: new Set(),
    taken: new Set(),
    movedOn: new Map(),
  };
  const gone = new Set<string>();
  for (const { op, path } of changes) {
    if (op !== 'new' && op !== 'newdir') continue;
    if (!(await takeAwayAdded(run, path))) gone.add(path);
  }
  await moveBack(
    run,
    changes.filter(({ op }) => op === 'renamed'),
  );
  for (const { op, path } of changes) {
    if (op === 'removed' || op === 'deldir') await restoreRemoved(run, path);
    else if (op === 'modified') await bringOldContent(run, path);
  }
  // Last: a caller that bounds what is read ends it here.
  const missing = [...gone, ...run.movedOn.keys()];
  if (missing.length > 0) await leaveRenamed(run, new Set(missing), { readDir, yieldToEventLoop });
  return { steps: run.steps, leftAlone: run.leftAlone };
}

interface Run {
  readonly lookup: TreeLookup;
  readonly roots: { readonly before: ObjectId; readonly after: ObjectId; readonly now: ObjectId };
  readonly steps: UndoStep[];
  readonly leftAlone: LeftAlone[];
  /** Paths that earlier steps empty, and those that they fill. */
  readonly freed: Set<string>;
  readonly taken: Set<string>;
  /** What the commit renamed and is not where it put it: by that path, whether it was a folder. */
  readonly movedOn: Map<string, boolean>;
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

/** False when nothing has its path any more. */
async function takeAwayAdded(run: Run, path: string): Promise<boolean> {
  const was = await run.lookup.at(run.roots.after, path);
  const is = await run.lookup.at(run.roots.now, path);
  if (was !== null) await takeAway(run, path, { was, is });
  return is !== null;
}

/** Reports what is no longer at its path: items renamed since, which stay as they are, and those that are gone. */
async function leaveRenamed(
  run: Run,
  gone: ReadonlySet<string>,
  { readDir, yieldToEventLoop }: { readonly readDir: ReadDir; readonly yieldToEventLoop: Yield | undefined },
): Promise<void> {
  const { after, now } = run.roots;
  for (const { op, path, newPath, isDir } of await changesSince(readDir, { after, now }, yieldToEventLoop)) {
    if (op !== 'renamed' || !gone.has(path)) continue;
    run.leftAlone.push({ path: newPath, isDir, reason: 'renamed-since' });
    run.movedOn.delete(path);
  }
  for (const [path, isDir] of run.movedOn) run.leftAlone.push({ path, isDir, reason: 'gone-since' });
}

/** Empty where there are more than are shown. */
async function changesSince(
  readDir: ReadDir,
  { after, now }: { readonly after: ObjectId; readonly now: ObjectId },
  yieldToEventLoop: Yield | undefined,
): Promise<readonly Change[]> {
  try {
    return await diffTrees(readDir, after, now, { yieldToEventLoop });
  } catch (error) {
    if (error instanceof TooManyChanges) return [];
    throw error;
  }
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
    run.leftAlone.push({ path: newPath, isDir, reason: 'name-taken' });
}

/** False when the name that it had is not free. */
async function tryMoveBack(run: Run, { path, newPath, isDir, objectId }: Change): Promise<boolean> {
  const is = run.freed.has(newPath) ? null : await run.lookup.at(run.roots.now, newPath);
  if (is === null || (is.kind === 'dir') !== isDir) {
    const isBack = (await run.lookup.at(run.roots.now, path))?.id === objectId;
    if (!isBack) run.movedOn.set(newPath, isDir);
    return true;
  }
  if (isInside(path, newPath) || !(await isFree(run, path))) return false;
  run.freed.add(newPath);
  run.taken.add(path);
  const change: TreeChange = { op: 'move', from: newPath, to: path };
  run.steps.push({ action: 'move-back', path, fromPath: newPath, item: is, change });
  return true;
}

async function restoreRemoved(run: Run, path: string): Promise<void> {
  const was = await run.lookup.at(run.roots.before, path);
  if (was !== null) await restore(run, path, was);
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
  const [was, made, is] = [
    await run.lookup.at(run.roots.before, path),
    await run.lookup.at(run.roots.after, path),
    await run.lookup.at(run.roots.now, path),
  ];
  if (was?.kind !== 'file' || made?.kind !== 'file') return;
  // A time alone is nothing to undo, and what is back already is not undone again.
  const isModeOnly = was.id === made.id;
  if (isModeOnly && was.mode === made.mode) return;
  if (is === null) return leave(run, path, made, 'gone-since');
  if (isSame(is, was) && is.mode === was.mode) return;
  if (!isSame(is, made) || is.mode !== made.mode) return leave(run, path, is, 'changed-since');
  const change = putItem(was, path, made.id);
  run.steps.push({ action: 'old-content', path, fromPath: '', item: was, change });
}
