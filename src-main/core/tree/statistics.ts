import type { Change } from '../history/change.ts';
import type { CountedItems } from '../history/commit-summary.ts';
import type { ObjectId } from '../objects/object-id.ts';
import { corrupt } from '../objects/parse-object.ts';
import { isStepDue, type Yield } from '../steps.ts';
import type { ReadDir } from './read-dir.ts';
import { MAX_DEPTH } from './split-path.ts';

export interface TreeTotals {
  readonly fileCount: number;
  readonly sizeBytes: number;
}

/**
 * How many files a tree has and their sizes together. Equal folders are read once and counted each time.
 * @throws DomainError `object-corrupt` for trees that are too deep.
 */
export async function countTree(readDir: ReadDir, id: ObjectId): Promise<TreeTotals> {
  return treeCounter(readDir)(id);
}

/**
 * How many files and folders a tree has, as a walk meets them. Reads equal folders once.
 * @throws DomainError `object-corrupt` for trees that are too deep.
 */
export async function countEntries(readDir: ReadDir, id: ObjectId): Promise<number> {
  return (await countDir({ readDir, known: new Map() }, id, 0)).entryCount;
}

/** As `countTree`, for many trees: what one has in common with another is read once. */
export function treeCounter(readDir: ReadDir): (id: ObjectId) => Promise<TreeTotals> {
  const run: Run = { readDir, known: new Map() };
  return async (id) => {
    const { fileCount, sizeBytes } = await countDir(run, id, 0);
    return { fileCount, sizeBytes };
  };
}

export interface TotalsDelta {
  readonly fileCountDelta: number;
  readonly sizeBytesDelta: number;
  /** Files and folders that were added, as a walk of them meets them. */
  readonly entriesAdded: number;
  /** How many names the longest path has that is new. What is in a folder that was moved is not looked at. */
  readonly depthAdded: number;
  readonly counted: CountedItems;
}

/**
 * What changes do to the totals of a tree. Reads only added and removed folders; renames cost nothing.
 * @param yieldToEventLoop lets others have their turn while many are counted
 * @throws DomainError `object-corrupt` for trees that are too deep.
 */
export async function countChanges(
  readDir: ReadDir,
  changes: Iterable<Change>,
  yieldToEventLoop?: Yield,
): Promise<TotalsDelta> {
  const run: Run = { readDir, known: new Map() };
  let fileCountDelta = 0;
  let sizeBytesDelta = 0;
  let depthAdded = 0;
  const added = { files: 0, folders: 0 };
  const removed = { files: 0, folders: 0 };
  let at = 0;
  for (const change of changes) {
    if (isStepDue(at++)) await yieldToEventLoop?.();
    const totals = await totalsOf(run, change);
    fileCountDelta += totals.fileCount;
    sizeBytesDelta += totals.sizeBytes;
    if (change.op !== 'deldir') depthAdded = Math.max(depthAdded, depthOf(change) + totals.height);
    const counted = totals.fileCount < 0 || change.op === 'deldir' ? removed : added;
    counted.files += Math.abs(totals.fileCount);
    counted.folders += totals.entryCount - Math.abs(totals.fileCount);
  }
  const entriesAdded = added.files + added.folders;
  return { fileCountDelta, sizeBytesDelta, entriesAdded, depthAdded, counted: { added, removed } };
}

function depthOf({ op, path, newPath }: Change): number {
  if (op === 'removed' || op === 'modified') return 0;
  return (op === 'renamed' ? newPath : path).split('/').length - 1;
}

interface Run {
  readonly readDir: ReadDir;
  /** Totals by dir object: hostile trees that name one object over and over stay cheap. */
  readonly known: Map<ObjectId, DirTotals>;
}

interface DirTotals extends TreeTotals {
  /** Files and folders. */
  readonly entryCount: number;
  /** How many names the longest path in it has. */
  readonly height: number;
}

/** Entries: those that come or go. */
async function totalsOf(run: Run, change: Change): Promise<DirTotals> {
  switch (change.op) {
    case 'new':
      return { fileCount: 1, sizeBytes: change.sizeBytes, entryCount: 1, height: 0 };
    case 'modified':
      return { fileCount: 0, sizeBytes: change.sizeBytes - change.oldSizeBytes, entryCount: 0, height: 0 };
    case 'removed':
      return { fileCount: -1, sizeBytes: -change.sizeBytes, entryCount: 1, height: 0 };
    case 'newdir': {
      const totals = await countDir(run, change.objectId, 0);
      return { ...totals, entryCount: totals.entryCount + 1 };
    }
    case 'deldir': {
      const totals = await countDir(run, change.objectId, 0);
      const { fileCount, sizeBytes, entryCount } = totals;
      return { ...totals, fileCount: -fileCount, sizeBytes: -sizeBytes, entryCount: entryCount + 1 };
    }
    case 'renamed':
      return { fileCount: 0, sizeBytes: 0, entryCount: 0, height: 0 };
  }
}

async function countDir(run: Run, id: ObjectId, depth: number): Promise<DirTotals> {
  const known = run.known.get(id);
  if (known !== undefined) return known;
  if (depth > MAX_DEPTH) throw corrupt(id, 'too-deep');
  let fileCount = 0;
  let sizeBytes = 0;
  let entryCount = 0;
  let height = 0;
  for (const dirent of await run.readDir(id)) {
    entryCount += 1;
    height = Math.max(height, 1);
    if (dirent.kind === 'file') {
      fileCount += 1;
      sizeBytes += dirent.sizeBytes;
    } else {
      const totals = await countDir(run, dirent.id, depth + 1);
      fileCount += totals.fileCount;
      sizeBytes += totals.sizeBytes;
      entryCount += totals.entryCount;
      height = Math.max(height, totals.height + 1);
    }
  }
  const totals = { fileCount, sizeBytes, entryCount, height };
  run.known.set(id, totals);
  return totals;
}
