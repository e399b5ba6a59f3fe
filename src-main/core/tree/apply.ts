import { DomainError } from '../errors.ts';
import { joinPath, nameOf } from '../library/path.ts';
import { type FileDirent, isPathComponent } from '../objects/dir-object.ts';
import type { ObjectId } from '../objects/object-id.ts';
import { inSteps, type Yield } from '../steps.ts';
import type { ReadDir } from './read-dir.ts';
import { invalidPath, splitPath } from './split-path.ts';
import { type ConflictStamp, freeConflictName } from './unique-name.ts';
import {
  type Conflict,
  type DirsToEdit,
  folderRow,
  type NewDir,
  openSubfolder,
  openWorkingDir,
  sealWorkingDir,
  setRow,
  type TreeResult,
  takeRow,
  type WorkingDir,
} from './working-tree.ts';

/** Some milliseconds of puts. */
const CHANGES_BEFORE_YIELD = 1_000;

/** One step of a batch. Paths are absolute; missing parent folders are created by all but `remove`. */
/** By its path inside the pruned folder: a file while it has the id, a folder once nothing is left in it. */
export type PrunedEntry = readonly [path: string, what: ObjectId | 'dir'];

export type TreeChange =
  | {
      /**
       * Adds or replaces a file. `base` is the id the writer believes is there: null for nothing, absent to replace
       * whatever file is there. `keepsMode`: a file that is replaced hands its mode on, because the writer knows of none.
       */
      readonly op: 'put';
      readonly path: string;
      readonly dirent: Omit<FileDirent, 'name'>;
      readonly base?: ObjectId | null;
      readonly keepsMode?: true;
    }
  /**
   * Creates a folder: empty, or with the tree `id` names. A folder that is there already stays as it is. With `ifFree`, a
   * file that has the path or is on the way is no error: the folder is left out and told in `conflicts`, with its own
   * path for both.
   */
  | {
      readonly op: 'mkdir';
      readonly path: string;
      readonly mtimeSeconds: number;
      readonly id?: ObjectId;
      readonly ifFree?: true;
    }
  /** Removes a file or folder, unless it is no longer `base`. Nothing there: no work. */
  | { readonly op: 'remove'; readonly path: string; readonly base?: ObjectId }
  /** Removes a folder with what `goes` names of it. Everything else stays, and the folders around it. */
  | { readonly op: 'prune'; readonly path: string; readonly goes: readonly PrunedEntry[] }
  | { readonly op: 'move'; readonly from: string; readonly to: string };

/**
 * The tree after a batch of changes, made one after the other. Reads and rebuilds only the folders on their paths, each
 * once. Changes that change nothing give `rootId` back.
 *
 * Nothing is destroyed unseen: a `put` onto content that is neither its `base` nor its own, onto a folder, or below a
 * file goes under a conflict name and is told in `conflicts`; a `remove` of something else than its `base` is left out.
 * A folder gets the newest time of what was put in it, `nowSeconds` for what was taken out or moved.
 * @throws DomainError `path-invalid` (also: the root, a folder into itself), `name-taken` (a move or folder onto
 * something else), `item-not-found` (a move of nothing)
 */
export async function applyChanges(
  readDir: ReadDir,
  rootId: ObjectId,
  changes: Iterable<TreeChange>,
  { nowSeconds, yieldToEventLoop }: ApplyOptions,
): Promise<TreeResult> {
  const root = await openWorkingDir({ readDir, yieldToEventLoop }, rootId);
  const batch: Batch = { readDir, yieldToEventLoop, root, nowSeconds, besideFiles: new Map(), conflicts: [] };
  // Files that are put into one folder come in a row, by the hundred thousand: only the first of them looks for it.
  let place: PutPlace | null = null;
  let count = 0;
  for (const change of changes) {
    count += 1;
    if (count % CHANGES_BEFORE_YIELD === 0) await yieldToEventLoop?.();
    if (change.op === 'put' && place !== null && putBeside(batch, place, change)) continue;
    place = await applyChange(batch, change);
  }
  if (count > CHANGES_BEFORE_YIELD) await yieldToEventLoop?.();
  const made = new Map<ObjectId, NewDir>();
  const newRootId = await inSteps(sealWorkingDir(root, made), yieldToEventLoop);
  return { rootId: newRootId, dirs: [...made.values()], conflicts: batch.conflicts };
}

export interface ApplyOptions {
  readonly nowSeconds: number;
  /** Waited for between the steps of what takes long; absent: all in one go. */
  readonly yieldToEventLoop?: Yield;
}

interface Batch extends DirsToEdit {
  readonly root: WorkingDir;
  readonly nowSeconds: number;
  /** Folder names that stand in for folders which could not be made because a file has the path. By that path. */
  readonly besideFiles: Map<string, string>;
  readonly conflicts: Conflict[];
}

type Put = Extract<TreeChange, { op: 'put' }>;

/** The folder that a file was put into, and its path. */
interface PutPlace {
  readonly dir: WorkingDir;
  readonly path: string;
}

/** The place of a put, where the next one may go; null for what may have moved any folder. */
async function applyChange(batch: Batch, change: TreeChange): Promise<PutPlace | null> {
  switch (change.op) {
    case 'put':
      return put(batch, change);
    case 'mkdir':
      await makeFolder(batch, change);
      break;
    case 'remove':
      await remove(batch, change);
      break;
    case 'prune':
      await prune(batch, change);
      break;
    case 'move':
      await move(batch, change.from, change.to);
      break;
  }
  return null;
}

async function put(batch: Batch, change: Put): Promise<PutPlace | null> {
  const { parents, name } = splitTarget(change.path);
  const there = change.base === undefined ? null : await openExisting(batch, parents);
  if (isNothingNew(there, name, change)) return null;
  const place = await openForPut(batch, parents, stampOf(change.dirent));
  const wantedPath = `/${[...parents, name].join('/')}`;
  putInto(batch, place, { ...change, path: wantedPath });
  return place;
}

/** Puts a file into the folder of the one before it. False, and nothing is done, when it goes elsewhere. */
function putBeside(batch: Batch, place: PutPlace, change: Put): boolean {
  const name = nameOf(change.path);
  // Any other spelling of the path is looked at from the root, and refused there if it has to be.
  if (!isPathComponent(name) || change.path !== joinPath(place.path, name)) return false;
  if (!isNothingNew(place.dir, name, change)) putInto(batch, place, change);
  return true;
}

function putInto(batch: Batch, { dir, path }: PutPlace, change: Put): void {
  const freeName = nameForPut(dir, nameOf(change.path), change);
  const replaced = dir.rows.get(freeName);
  const mode = change.keepsMode === true && replaced?.kind === 'file' ? replaced.mode : change.dirent.mode;
  setRow(dir, { ...change.dirent, mode, name: freeName });
  const actualPath = joinPath(path, freeName);
  if (actualPath !== change.path) batch.conflicts.push({ path: change.path, conflictPath: actualPath });
}

/** Whether a put onto a known base changes neither content nor mode; a new time alone does not count. */
function isNothingNew(dir: WorkingDir | null, name: string, put: Put): boolean {
  const { dirent, base, keepsMode = false } = put;
  if (base === undefined) return false;
  const row = dir?.rows.get(name);
  if (row?.kind === 'file' && row.id === dirent.id) return keepsMode || row.mode === dirent.mode;
  // Only the mode changed, of content that is not there any more.
  return dirent.id === base;
}

function nameForPut(dir: WorkingDir, name: string, { dirent, base }: Put): string {
  const row = dir.rows.get(name);
  if (row === undefined) return name;
  const mayReplace = base === undefined || row.id === base || row.id === dirent.id;
  if (row.kind === 'file' && mayReplace) return name;
  // A batch that is sent again finds the copy it left behind and does not leave another.
  const isTaken = (candidate: string) => {
    const there = dir.rows.get(candidate);
    return there !== undefined && (there.kind === 'dir' || there.id !== dirent.id);
  };
  return freeConflictName(name, stampOf(dirent), isTaken);
}

function stampOf({ modifier, mtimeSeconds }: Put['dirent']): ConflictStamp {
  return { who: modifier, mtimeSeconds };
}

/** The folder for a put and its path, which is another one where a file stands in the way. */
async function openForPut(batch: Batch, parents: readonly string[], stamp: ConflictStamp): Promise<PutPlace> {
  let dir = batch.root;
  let path = '/';
  for (const parent of parents) {
    const isFile = dir.rows.get(parent)?.kind === 'file';
    const name = isFile
      ? nameBesideFile(batch, dir, { path: joinPath(path, parent), name: parent, stamp })
      : parent;
    dir = await openOrCreate(batch, dir, name, stamp.mtimeSeconds);
    path = joinPath(path, name);
  }
  return { dir, path };
}

function nameBesideFile(
  batch: Batch,
  dir: WorkingDir,
  file: { path: string; name: string; stamp: ConflictStamp },
): string {
  const isFile = (name: string) => dir.rows.get(name)?.kind === 'file';
  const known = batch.besideFiles.get(file.path);
  if (known !== undefined && !isFile(known)) return known;
  const name = freeConflictName(file.name, file.stamp, isFile);
  batch.besideFiles.set(file.path, name);
  return name;
}

async function openOrCreate(
  batch: Batch,
  dir: WorkingDir,
  name: string,
  mtimeSeconds: number,
): Promise<WorkingDir> {
  if (!dir.rows.has(name)) setRow(dir, folderRow(name, mtimeSeconds));
  const subfolder = dir.opened.get(name) ?? (await openSubfolder(batch, dir, name));
  if (subfolder === null) throw new DomainError('name-taken', { value: name });
  return subfolder;
}

async function makeFolder(batch: Batch, change: Extract<TreeChange, { op: 'mkdir' }>): Promise<void> {
  if (splitPath(change.path).length === 0) return;
  if (change.ifFree === true && (await isFileOnTheWay(batch, change.path))) {
    batch.conflicts.push({ path: change.path, conflictPath: change.path });
    return;
  }
  const { parents, name } = splitTarget(change.path);
  let dir = batch.root;
  for (const parent of parents) dir = await openOrCreate(batch, dir, parent, change.mtimeSeconds);
  const row = dir.rows.get(name);
  if (row === undefined) return setRow(dir, folderRow(name, change.mtimeSeconds, change.id));
  const isThere =
    row.kind === 'dir' && (change.id === undefined || change.id === (await idAt(batch, dir, name)));
  if (!isThere) throw new DomainError('name-taken', { value: change.path });
}

async function isFileOnTheWay(batch: Batch, path: string): Promise<boolean> {
  let dir: WorkingDir | null = batch.root;
  for (const name of splitPath(path)) {
    if (dir?.rows.get(name)?.kind === 'file') return true;
    if (dir !== null) dir = dir.opened.get(name) ?? (await openSubfolder(batch, dir, name));
  }
  return false;
}

async function remove(batch: Batch, change: Extract<TreeChange, { op: 'remove' }>): Promise<void> {
  const { parents, name } = splitTarget(change.path);
  const dir = await openExisting(batch, parents);
  if (dir === null || !dir.rows.has(name)) return;
  if (change.base !== undefined && change.base !== (await idAt(batch, dir, name))) return;
  takeRow(dir, name, batch.nowSeconds);
}

async function prune(batch: Batch, { path, goes }: Extract<TreeChange, { op: 'prune' }>): Promise<void> {
  const { parents, name } = splitTarget(path);
  const parent = await openExisting(batch, parents);
  if (parent?.rows.get(name)?.kind !== 'dir') return;
  const dir = await openOrCreate(batch, parent, name, batch.nowSeconds);
  await pruneInside(batch, dir, { path: '', goes: new Map(goes) });
  if (dir.rows.size === 0) takeRow(parent, name, batch.nowSeconds);
}

async function pruneInside(
  batch: Batch,
  dir: WorkingDir,
  { path, goes }: { path: string; goes: ReadonlyMap<string, PrunedEntry[1]> },
): Promise<void> {
  for (const row of [...dir.rows.values()]) {
    const inside = path === '' ? row.name : `${path}/${row.name}`;
    if (goes.get(inside) !== (row.kind === 'dir' ? 'dir' : row.id)) continue;
    if (row.kind === 'file') {
      takeRow(dir, row.name, batch.nowSeconds);
      continue;
    }
    const subfolder = await openOrCreate(batch, dir, row.name, batch.nowSeconds);
    await pruneInside(batch, subfolder, { path: inside, goes });
    if (subfolder.rows.size === 0) takeRow(dir, row.name, batch.nowSeconds);
  }
}

async function move(batch: Batch, from: string, to: string): Promise<void> {
  const source = splitTarget(from);
  const target = splitTarget(to);
  const fromPath = `/${[...source.parents, source.name].join('/')}`;
  const toPath = `/${[...target.parents, target.name].join('/')}`;
  const sourceDir = await openExisting(batch, source.parents);
  const row = sourceDir?.rows.get(source.name);
  if (sourceDir === null || row === undefined) throw new DomainError('item-not-found', { value: from });
  if (fromPath === toPath) return;
  if (row.kind === 'dir' && toPath.startsWith(`${fromPath}/`)) throw invalidPath(to, 'into-itself');
  let targetDir = batch.root;
  for (const parent of target.parents)
    targetDir = await openOrCreate(batch, targetDir, parent, batch.nowSeconds);
  if (targetDir.rows.has(target.name)) throw new DomainError('name-taken', { value: to });
  const subfolder = takeRow(sourceDir, source.name, batch.nowSeconds);
  setRow(targetDir, { ...row, name: target.name }, batch.nowSeconds);
  if (subfolder !== undefined) targetDir.opened.set(target.name, subfolder);
}

async function openExisting(batch: Batch, parents: readonly string[]): Promise<WorkingDir | null> {
  let dir: WorkingDir | null = batch.root;
  for (const parent of parents) {
    if (dir === null) return null;
    dir = dir.opened.get(parent) ?? (await openSubfolder(batch, dir, parent));
  }
  return dir;
}

/** The id of what is at a name now, edits of this batch included. */
async function idAt(
  { yieldToEventLoop }: Batch,
  dir: WorkingDir,
  name: string,
): Promise<ObjectId | undefined> {
  const subfolder = dir.opened.get(name);
  if (subfolder === undefined) return dir.rows.get(name)?.id;
  return inSteps(sealWorkingDir(subfolder, new Map()), yieldToEventLoop);
}

function splitTarget(path: string): { parents: string[]; name: string } {
  const parents = splitPath(path);
  const name = parents.pop();
  if (name === undefined) throw invalidPath(path, 'root');
  return { parents, name };
}
