import { DomainError } from '../errors.ts';
import { joinPath } from '../library/path.ts';
import { MERGE_CONFLICTS_MAX } from '../limits.ts';
import { compareNames, type DirDirent, type Dirent, type FileDirent } from '../objects/dir-object.ts';
import type { ObjectId } from '../objects/object-id.ts';
import { inSteps, isStepDue, sortInSteps, type Yield } from '../steps.ts';
import { direntsByName, namesIn } from './dirents-of.ts';
import type { ReadDir } from './read-dir.ts';
import { freeConflictName } from './unique-name.ts';
import { type Conflict, makeDir, type NewDir, type TreeResult } from './working-tree.ts';

/**
 * The tree that holds what head and remote each did to base. Only ids decide what is the same.
 *
 * A change beats a deletion. Where both sides want one name, head keeps it and what remote has goes under a conflict
 * name made of the file's modifier and time; `who` stands in for folders, which have no modifier. Conflicts come
 * ascending by path.
 * @param yieldToEventLoop lets others have their turn while much is merged
 * @throws DomainError `object-corrupt` for trees that are too deep; `argument-invalid` with the reason
 * `too-many-conflicts`
 */
export async function mergeTrees(
  readDir: ReadDir,
  trees: { base: ObjectId; head: ObjectId; remote: ObjectId },
  who: string,
  yieldToEventLoop?: Yield,
): Promise<TreeResult> {
  const run: Run = { readDir, who, yieldToEventLoop, made: new Map(), conflicts: [] };
  const { base, head, remote } = trees;
  const rootId = winnerOf({ base, head, remote }) ?? (await mergeDir(run, trees, { path: '/', depth: 0 }));
  const sorting = sortInSteps(run.conflicts, (a, b) => compareNames(a.path, b.path));
  const conflicts = await inSteps(sorting, yieldToEventLoop);
  return { rootId, dirs: [...run.made.values()], conflicts };
}

/** Each asks about its name some dozen times: some milliseconds. */
const CONFLICTS_BEFORE_YIELD = 100;

interface Run {
  readonly readDir: ReadDir;
  readonly who: string;
  readonly yieldToEventLoop: Yield | undefined;
  readonly made: Map<ObjectId, NewDir>;
  readonly conflicts: Conflict[];
}

interface Sides<T> {
  readonly base: T;
  readonly head: T;
  readonly remote: T;
}

interface Place {
  readonly path: string;
  readonly depth: number;
}

async function mergeDir(run: Run, ids: Sides<ObjectId | undefined>, place: Place): Promise<ObjectId> {
  const [base, head, remote] = await Promise.all([
    direntsByName(run.readDir, ids.base, place.depth, run.yieldToEventLoop),
    direntsByName(run.readDir, ids.head, place.depth, run.yieldToEventLoop),
    direntsByName(run.readDir, ids.remote, place.depth, run.yieldToEventLoop),
  ]);
  const kept: Dirent[] = [];
  const displaced: Dirent[] = [];
  const names = await inSteps(namesIn(head, remote), run.yieldToEventLoop);
  let at = 0;
  for (const name of names) {
    if (isStepDue(at++)) await run.yieldToEventLoop?.();
    const sides = { base: base.get(name), head: head.get(name), remote: remote.get(name) };
    const outcome = await mergeName(run, sides, { path: joinPath(place.path, name), depth: place.depth + 1 });
    kept.push(...outcome.kept);
    displaced.push(...outcome.displaced);
  }
  if (run.conflicts.length + displaced.length > MERGE_CONFLICTS_MAX)
    throw new DomainError('argument-invalid', { field: 'head', reason: 'too-many-conflicts' });
  const inOrder = await inSteps(
    sortInSteps(displaced, (a, b) => compareNames(a.name, b.name)),
    run.yieldToEventLoop,
  );
  for (const [number, dirent] of inOrder.entries()) {
    if (number % CONFLICTS_BEFORE_YIELD === CONFLICTS_BEFORE_YIELD - 1) await run.yieldToEventLoop?.();
    const name = displacedName(run, dirent, names);
    names.add(name);
    kept.push({ ...dirent, name });
    run.conflicts.push({
      path: joinPath(place.path, dirent.name),
      conflictPath: joinPath(place.path, name),
    });
  }
  return inSteps(makeDir(kept, run.made, [ids.base, ids.head, ids.remote]), run.yieldToEventLoop);
}

function displacedName(run: Run, dirent: Dirent, taken: ReadonlySet<string>): string {
  const modifier = dirent.kind === 'file' ? dirent.modifier : '';
  const stamp = { who: modifier || run.who, mtimeSeconds: dirent.mtimeSeconds };
  return freeConflictName(dirent.name, stamp, (name) => taken.has(name));
}

interface Outcome {
  readonly kept: readonly Dirent[];
  /** Rows of remote that have to give up the name. */
  readonly displaced: readonly Dirent[];
}

/** A name can stand for a file on one side and a folder on another; each is merged as if the other were not there. */
async function mergeName(run: Run, sides: Sides<Dirent | undefined>, place: Place): Promise<Outcome> {
  const files = mergeFiles(mapSides(sides, asFile));
  const folder = await mergeFolders(run, mapSides(sides, asFolder), place);
  if (folder === null) return files;
  if (sides.head?.kind === 'dir') return { kept: [folder], displaced: [...files.kept, ...files.displaced] };
  if (files.kept.length > 0) return { kept: files.kept, displaced: [folder] };
  return { kept: [folder], displaced: [] };
}

function mergeFiles({ base, head, remote }: Sides<FileDirent | undefined>): Outcome {
  if (head !== undefined && remote !== undefined) {
    const winner = winnerOf({ base: base?.id, head: head.id, remote: remote.id });
    if (winner === undefined) return { kept: [head], displaced: [remote] };
    return { kept: [winner === head.id ? head : remote], displaced: [] };
  }
  const only = head ?? remote;
  const isDeletedOnOtherSide = only !== undefined && only.id === base?.id;
  return { kept: only === undefined || isDeletedOnOtherSide ? [] : [only], displaced: [] };
}

/** The id that wins without looking inside: both the same, or the side that changed it. Undefined: both changed it. */
function winnerOf({ base, head, remote }: { base: ObjectId | undefined; head: ObjectId; remote: ObjectId }) {
  if (head === remote || base === remote) return head;
  return base === head ? remote : undefined;
}

async function mergeFolders(
  run: Run,
  { base, head, remote }: Sides<DirDirent | undefined>,
  place: Place,
): Promise<DirDirent | null> {
  const only = head ?? remote;
  if (only === undefined) return null;
  if (head !== undefined && remote !== undefined) {
    const winner = winnerOf({ base: base?.id, head: head.id, remote: remote.id });
    if (winner !== undefined) return winner === head.id ? head : remote;
  } else {
    if (base === undefined) return only;
    if (base.id === only.id) return null;
  }
  const ids = { base: base?.id, head: head?.id, remote: remote?.id };
  return { ...only, id: await mergeDir(run, ids, place) };
}

function mapSides<T, U>({ base, head, remote }: Sides<T>, map: (side: T) => U): Sides<U> {
  return { base: map(base), head: map(head), remote: map(remote) };
}

function asFile(row: Dirent | undefined): FileDirent | undefined {
  return row?.kind === 'file' ? row : undefined;
}

function asFolder(row: Dirent | undefined): DirDirent | undefined {
  return row?.kind === 'dir' ? row : undefined;
}
