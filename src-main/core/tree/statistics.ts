import type { Change } from '../history/change.ts';
import type { ObjectId } from '../objects/object-id.ts';
import { corrupt } from '../objects/parse-object.ts';
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
  return countDir({ readDir, known: new Map() }, id, 0);
}

/**
 * What changes do to the totals of a tree. Reads only added and removed folders; renames cost nothing.
 * @throws DomainError `object-corrupt` for trees that are too deep.
 */
export async function countChanges(
  readDir: ReadDir,
  changes: Iterable<Change>,
): Promise<{ fileCountDelta: number; sizeBytesDelta: number }> {
  const run: Run = { readDir, known: new Map() };
  let fileCountDelta = 0;
  let sizeBytesDelta = 0;
  for (const change of changes) {
    const totals = await totalsOf(run, change);
    fileCountDelta += totals.fileCount;
    sizeBytesDelta += totals.sizeBytes;
  }
  return { fileCountDelta, sizeBytesDelta };
}

interface Run {
  readonly readDir: ReadDir;
  /** Totals by dir object: hostile trees that name one object over and over stay cheap. */
  readonly known: Map<ObjectId, TreeTotals>;
}

async function totalsOf(run: Run, change: Change): Promise<TreeTotals> {
  switch (change.op) {
    case 'new':
      return { fileCount: 1, sizeBytes: change.sizeBytes };
    case 'modified':
      return { fileCount: 0, sizeBytes: change.sizeBytes - change.oldSizeBytes };
    case 'removed':
      return { fileCount: -1, sizeBytes: -change.sizeBytes };
    case 'newdir':
      return countDir(run, change.objectId, 0);
    case 'deldir': {
      const { fileCount, sizeBytes } = await countDir(run, change.objectId, 0);
      return { fileCount: -fileCount, sizeBytes: -sizeBytes };
    }
    case 'renamed':
      return { fileCount: 0, sizeBytes: 0 };
  }
}

async function countDir(run: Run, id: ObjectId, depth: number): Promise<TreeTotals> {
  const known = run.known.get(id);
  if (known !== undefined) return known;
  if (depth > MAX_DEPTH) throw corrupt(id, 'too-deep');
  let fileCount = 0;
  let sizeBytes = 0;
  for (const dirent of await run.readDir(id)) {
    if (dirent.kind === 'file') {
      fileCount += 1;
      sizeBytes += dirent.sizeBytes;
    } else {
      const totals = await countDir(run, dirent.id, depth + 1);
      fileCount += totals.fileCount;
      sizeBytes += totals.sizeBytes;
    }
  }
  const totals = { fileCount, sizeBytes };
  run.known.set(id, totals);
  return totals;
}
