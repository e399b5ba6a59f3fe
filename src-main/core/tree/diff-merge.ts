import type { Change } from '../history/change.ts';
import { joinPath } from '../library/path.ts';
import { COMPARED_CHANGES_MAX } from '../limits.ts';
import { compareNames, type FileDirent } from '../objects/dir-object.ts';
import type { ObjectId } from '../objects/object-id.ts';
import { inSteps, isStepDue, sortInSteps, type Yield } from '../steps.ts';
import { TooManyChanges } from './diff.ts';
import { type DirentsByName, direntsByName, namesIn } from './dirents-of.ts';
import type { ReadDir } from './read-dir.ts';
import { isSameDirent } from './working-tree.ts';

/**
 * What a merge commit did that neither of its parents had: files unlike both (`modified`, also when
 * one parent lacks it), gone though both had them (`removed`), and there though neither had them (`new`). Folders are
 * not told, renames are not looked for. Ascending by the UTF-8 bytes of the path.
 * @param yieldToEventLoop lets others have their turn while much is compared
 * @throws DomainError `object-corrupt` for trees that are too deep.
 * @throws TooManyChanges
 */
export async function diffMerge(
  readDir: ReadDir,
  trees: { parents: readonly [ObjectId, ObjectId]; merged: ObjectId },
  yieldToEventLoop?: Yield,
): Promise<Change[]> {
  const changes: Change[] = [];
  const [first, second] = trees.parents;
  const whole = { first, second, merged: trees.merged, path: '/', depth: 0 };
  await compareLevel({ readDir, changes, yieldToEventLoop }, whole);
  const sorting = sortInSteps(changes, (a, b) => compareNames(a.path, b.path));
  return inSteps(sorting, yieldToEventLoop);
}

interface Run {
  readonly readDir: ReadDir;
  readonly changes: Change[];
  readonly yieldToEventLoop: Yield | undefined;
}

/** The same folder in the three trees; undefined where it is not. */
interface Level {
  readonly first: ObjectId | undefined;
  readonly second: ObjectId | undefined;
  readonly merged: ObjectId | undefined;
  readonly path: string;
  readonly depth: number;
}

async function compareLevel(run: Run, level: Level): Promise<void> {
  if (!mayTell(level)) return;
  const [first, second, merged] = await Promise.all([
    direntsByName(run.readDir, level.first, level.depth, run.yieldToEventLoop),
    direntsByName(run.readDir, level.second, level.depth, run.yieldToEventLoop),
    direntsByName(run.readDir, level.merged, level.depth, run.yieldToEventLoop),
  ]);
  let at = 0;
  for (const name of await inSteps(namesIn(merged, first), run.yieldToEventLoop)) {
    if (isStepDue(at++)) await run.yieldToEventLoop?.();
    const path = joinPath(level.path, name);
    const change = changeOf(path, {
      first: fileAt(first, name),
      second: fileAt(second, name),
      merged: fileAt(merged, name),
    });
    if (change !== null) run.changes.push(change);
    if (run.changes.length > COMPARED_CHANGES_MAX) throw new TooManyChanges();
    await compareLevel(run, {
      first: folderAt(first, name),
      second: folderAt(second, name),
      merged: folderAt(merged, name),
      path,
      depth: level.depth + 1,
    });
  }
}

/** Whether the folder can hold a change: it was merged into something new, or is gone though both parents had it. */
function mayTell({ first, second, merged }: Level): boolean {
  if (merged === undefined) return first !== undefined && second !== undefined;
  return merged !== first && merged !== second;
}

type Files = Record<'first' | 'second' | 'merged', FileDirent | undefined>;

function changeOf(path: string, { first, second, merged }: Files): Change | null {
  const before = first ?? second;
  const common = { path, newPath: '', isDir: false };
  if (merged === undefined) {
    if (first === undefined || second === undefined) return null;
    const { id: objectId, sizeBytes } = first;
    return { ...common, op: 'removed', objectId, sizeBytes, oldSizeBytes: sizeBytes };
  }
  if (isSameFile(merged, first) || isSameFile(merged, second)) return null;
  const { id: objectId, sizeBytes } = merged;
  const op = before === undefined ? 'new' : 'modified';
  return { ...common, op, objectId, sizeBytes, oldSizeBytes: before?.sizeBytes ?? 0 };
}

function isSameFile(merged: FileDirent, parent: FileDirent | undefined): boolean {
  return parent !== undefined && isSameDirent(merged, parent);
}

function fileAt(rows: DirentsByName, name: string): FileDirent | undefined {
  const row = rows.get(name);
  return row?.kind === 'file' ? row : undefined;
}

function folderAt(rows: DirentsByName, name: string): ObjectId | undefined {
  const row = rows.get(name);
  return row?.kind === 'dir' ? row.id : undefined;
}
