import { joinPath } from '../../core/folder/folder-entry.ts';
import { MOVED_FOLDERS_MAX, PUSHED_ENTRIES_MAX } from '../../core/limits.ts';
import { EMPTY_ID, type ObjectId } from '../../core/objects/object-id.ts';
import { isStepDue } from '../../core/steps.ts';
import { sideBySide } from '../../core/tree/diff.ts';
import { MAX_DEPTH } from '../../core/tree/split-path.ts';
import { yieldToEventLoop } from '../scheduling/yield-to-event-loop.ts';
import type { ExaminedRows } from './pushed-objects.ts';

interface Trees {
  readonly baseId: ObjectId;
  readonly rootId: ObjectId;
}

/**
 * Folders of the base in place of which the pushed tree has nothing, or a file: where it names one of them once more, it
 * has moved it. Looked for as far as half a million rows show them, ten thousand at most; others count as new.
 * @throws DomainError as `ExaminedRows`
 */
export async function foldersThatLeft(rows: ExaminedRows, trees: Trees): Promise<Set<ObjectId>> {
  const left = new Set<ObjectId>();
  const open = [{ ...trees, path: '', depth: 0 }];
  let at = 0;
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const { path, depth } = pair;
    const before = await rows.ofBase(pair.baseId);
    const now = await rows.ofPushed({ id: pair.rootId, path });
    for (const [base, pushed] of sideBySide(before, now)) {
      if (isStepDue(at++)) await yieldToEventLoop();
      if (at > PUSHED_ENTRIES_MAX || left.size >= MOVED_FOLDERS_MAX) return left;
      if (base?.kind !== 'dir' || base.id === EMPTY_ID || base.id === pushed?.id) continue;
      if (pushed?.kind !== 'dir') left.add(base.id);
      else if (depth < MAX_DEPTH)
        open.push({ baseId: base.id, rootId: pushed.id, path: joinPath(path, base.name), depth: depth + 1 });
    }
  }
  return left;
}

/** How far a folder reaches down, in names and in bytes of the longest path below it. */
interface Extent {
  readonly depth: number;
  readonly pathBytes: number;
}

/** Folders remembered at a time: some 15 MB. */
const MOST_KNOWN = 100_000;

/** How far folders of the base reach down. One that repeats others is looked through once, however often it names them. */
export class Extents {
  readonly #rows: ExaminedRows;
  readonly #known = new Map<ObjectId, Extent>();

  constructor(rows: ExaminedRows) {
    this.#rows = rows;
  }

  /** @throws DomainError as `ExaminedRows` */
  async of(id: ObjectId, level = 0): Promise<Extent> {
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    let depth = 0;
    let pathBytes = 0;
    for (const [at, dirent] of (await this.#rows.ofBase(id)).entries()) {
      if (isStepDue(at)) await yieldToEventLoop();
      const nameBytes = Buffer.byteLength(dirent.name);
      // Below what is too deep already nothing matters.
      const isLast = dirent.kind === 'file' || dirent.id === EMPTY_ID || level > MAX_DEPTH;
      const below = isLast ? NOTHING : await this.of(dirent.id, level + 1);
      depth = Math.max(depth, below.depth + 1);
      pathBytes = Math.max(pathBytes, nameBytes + (below.depth > 0 ? below.pathBytes + 1 : 0));
    }
    const extent = { depth, pathBytes };
    if (this.#known.size < MOST_KNOWN) this.#known.set(id, extent);
    return extent;
  }
}

const NOTHING: Extent = { depth: 0, pathBytes: 0 };
