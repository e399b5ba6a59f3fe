import { DomainError } from '../errors.ts';
import type { Change } from '../history/change.ts';
import { joinPath } from '../library/path.ts';
import { COMPARED_CHANGES_MAX, COMPARED_PATHS_MAX_CHARACTERS } from '../limits.ts';
import { compareNames, type Dirent } from '../objects/dir-object.ts';
import type { ObjectId } from '../objects/object-id.ts';
import { inSteps, isStepDue, mapInSteps, type Steps, sortInSteps, type Yield } from '../steps.ts';
import { direntsOf } from './dirents-of.ts';
import type { ReadDir } from './read-dir.ts';
import { type PlacedDirent, pairRenames } from './renames.ts';
import { isSameDirent } from './working-tree.ts';

/** Changes, and the characters of their paths together. */
const COMPARED_MAX = { changes: COMPARED_CHANGES_MAX, characters: COMPARED_PATHS_MAX_CHARACTERS };

/** More differs than one comparison may find. */
export class TooManyChanges extends DomainError {
  constructor() {
    super('argument-invalid', { field: 'head', reason: 'too-many-files' });
  }
}

/** For recorded commits, which have to be read however large they are. */
export const WITHOUT_END = { changes: Number.POSITIVE_INFINITY, characters: Number.POSITIVE_INFINITY };

interface DiffOptions {
  /** Lets others have their turn while much is compared. */
  readonly yieldToEventLoop?: Yield | undefined;
  /** What may be found. */
  readonly most?: typeof COMPARED_MAX | undefined;
}

/**
 * What turns one tree into another, ascending by the UTF-8 bytes of the path; at one path, removal comes first.
 *
 * Folders that have the same id on both sides are not read. An added or removed folder is one change and is not read
 * either, so something moved into a new folder is not seen as moved. A file of which only
 * time, mode or modifier differs counts as modified; times of folders are ignored.
 * @throws DomainError `object-corrupt` for trees that are too deep.
 * @throws TooManyChanges
 */
export async function diffTrees(
  readDir: ReadDir,
  oldRootId: ObjectId,
  newRootId: ObjectId,
  { yieldToEventLoop, most = COMPARED_MAX }: DiffOptions = {},
): Promise<Change[]> {
  const found: Differences = { removed: [], added: [], modified: [], left: { ...most } };
  const whole = { oldId: oldRootId, newId: newRootId, path: '/', depth: 0 };
  await compareDirs({ readDir, found, yieldToEventLoop }, whole);
  return inSteps(changesOf(found), yieldToEventLoop);
}

function* changesOf(found: Differences): Steps<Change[]> {
  const removed = yield* sortInSteps(found.removed, byPath);
  const added = yield* sortInSteps(found.added, byPath);
  const paired = yield* pairRenames(removed, added);
  // The sort is stable, so at one path the removal stays before the addition.
  const parts = [
    yield* mapInSteps(paired.renamed, ({ from, to }) => describe('renamed', to, from)),
    yield* mapInSteps(paired.removed, (gone) =>
      describe(gone.dirent.kind === 'dir' ? 'deldir' : 'removed', gone, gone),
    ),
    yield* mapInSteps(paired.added, (come) => describe(come.dirent.kind === 'dir' ? 'newdir' : 'new', come)),
    found.modified,
  ];
  return yield* sortInSteps(parts.flat(), byPath);
}

interface Differences {
  readonly removed: PlacedDirent[];
  readonly added: PlacedDirent[];
  readonly modified: Change[];
  /** What may still be found. */
  readonly left: { changes: number; characters: number };
}

interface Comparison {
  readonly readDir: ReadDir;
  readonly found: Differences;
  readonly yieldToEventLoop: Yield | undefined;
}

interface DirPair {
  readonly oldId: ObjectId;
  readonly newId: ObjectId;
  readonly path: string;
  readonly depth: number;
}

async function compareDirs(comparison: Comparison, pair: DirPair): Promise<void> {
  const { readDir, found, yieldToEventLoop } = comparison;
  if (pair.oldId === pair.newId) return;
  const [oldRows, newRows] = await Promise.all([
    direntsOf(readDir, pair.oldId, pair.depth),
    direntsOf(readDir, pair.newId, pair.depth),
  ]);
  let at = 0;
  for (const [before, dirent] of sideBySide(oldRows, newRows)) {
    if (isStepDue(at++)) await yieldToEventLoop?.();
    // Nearly all rows of a large folder.
    if (before === dirent || (before !== undefined && dirent !== undefined && isSameDirent(before, dirent)))
      continue;
    const path = joinPath(pair.path, (before ?? dirent)?.name ?? '');
    if (before?.kind === 'dir' && dirent?.kind === 'dir') {
      const inside = { oldId: before.id, newId: dirent.id, path, depth: pair.depth + 1 };
      await compareDirs(comparison, inside);
    } else compareEntries(found, path, { before, after: dirent });
  }
}

interface EntryPair {
  readonly before: Dirent | undefined;
  readonly after: Dirent | undefined;
}

function compareEntries(found: Differences, path: string, { before, after }: EntryPair): void {
  found.left.changes -= before !== undefined && after !== undefined && before.kind !== after.kind ? 2 : 1;
  found.left.characters -= path.length;
  if (found.left.changes < 0 || found.left.characters < 0) throw new TooManyChanges();
  if (before !== undefined && before.kind === after?.kind) {
    found.modified.push(describe('modified', { path, dirent: after }, { path, dirent: before }));
    return;
  }
  if (before !== undefined) found.removed.push({ path, dirent: before });
  if (after !== undefined) found.added.push({ path, dirent: after });
}

function describe(op: Change['op'], now: PlacedDirent, before?: PlacedDirent): Change {
  const { dirent } = now;
  return {
    op,
    path: before?.path ?? now.path,
    newPath: op === 'renamed' ? now.path : '',
    isDir: dirent.kind === 'dir',
    objectId: dirent.id,
    sizeBytes: sizeOf(dirent),
    oldSizeBytes: before === undefined ? 0 : sizeOf(before.dirent),
  };
}

function byPath(a: { path: string }, b: { path: string }): number {
  return compareNames(a.path, b.path);
}

function sizeOf(dirent: Dirent): number {
  return dirent.kind === 'file' ? dirent.sizeBytes : 0;
}

/** What two folders have of one name; at least one of them has it. */
type DirentPair = readonly [first: Dirent | undefined, second: Dirent | undefined];

/**
 * The rows of two folders, name by name, both in the order in which `ReadDir` gives them. Takes neither memory nor time for
 * tables of names: in folders of 100,000 rows nearly all of which are the same, those were most of the work.
 */
export function* sideBySide(first: readonly Dirent[], second: readonly Dirent[]): Iterable<DirentPair> {
  let firstAt = 0;
  let secondAt = 0;
  for (;;) {
    const a = first[firstAt];
    const b = second[secondAt];
    if (a === undefined && b === undefined) return;
    const order = a === undefined ? 1 : b === undefined ? -1 : orderOf(a.name, b.name);
    if (order <= 0) firstAt += 1;
    if (order >= 0) secondAt += 1;
    yield [order <= 0 ? a : undefined, order >= 0 ? b : undefined];
  }
}

/** Folders are in the descending order of their names. */
function orderOf(first: string, second: string): number {
  return first === second ? 0 : compareNames(second, first);
}
