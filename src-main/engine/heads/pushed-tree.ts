import { isInCalendar } from '../../core/calendar.ts';
import { DomainError } from '../../core/errors.ts';
import {
  PUSHED_ENTRIES_MAX,
  PUSHED_FOLDER_USES_MAX,
  PUSHED_PATH_MAX_BYTES,
  PUSHED_PATHS_MAX_BYTES,
  PUSHED_REMOVALS_MAX,
  PUSHED_ROWS_EXAMINED_MAX,
  PUSHED_SIZE_MAX_BYTES,
} from '../../core/limits.ts';
import type { Dirent, FileDirent } from '../../core/objects/dir-object.ts';
import { EMPTY_ID, type ObjectId } from '../../core/objects/object-id.ts';
import { isStepDue } from '../../core/steps.ts';
import { sideBySide } from '../../core/tree/diff.ts';
import { MAX_DEPTH } from '../../core/tree/split-path.ts';
import type { LibraryObjects } from '../../store/objects/object-store.ts';
import type { Reading } from '../reading/heavy-reading.ts';
import { yieldToEventLoop } from '../scheduling/yield-to-event-loop.ts';
import { Extents, foldersThatLeft } from './moved-folders.ts';
import { PushedFiles } from './pushed-files.ts';
import { ExaminedRows, pushRefusal } from './pushed-objects.ts';

/** Enough to tell what is wrong; a client brings all of them again anyway. */
const MAX_TOLD_PATHS = 100;

export interface PushedTree {
  /** Tree that is known to be whole, or that nothing is taken from. */
  readonly baseId: ObjectId;
  readonly rootId: ObjectId;
  /** Whether blocks are stored longer than what they hold. */
  readonly isEncrypted: boolean;
  /** Told each folder, file and block that is looked at because it is new at its place; some several times. */
  readonly reached: (id: ObjectId) => void;
}

/**
 * Passes only a tree in which everything that is not the same at the same place in the base is what it says it is, and
 * that costs no more to walk than an honest one. A folder of the base that has another place now is what it was, whatever
 * is in it: only how deep it reaches there is looked at. Others have turns meanwhile; objects are read once for each
 * folder of the base that they stand in place of, however often the tree names them.
 * @returns paths, without the slash at their front, of files of which blocks are not here, 100 at most
 * @throws DomainError as `readPushed`; `path-invalid` for a tree that is too deep; `argument-invalid` with a `PushRefusal`
 */
export async function checkPushedTree(
  store: LibraryObjects,
  tree: PushedTree,
  reading: Pick<Reading, 'count'>,
): Promise<string[]> {
  const check = new TreeCheck(new ExaminedRows(store, reading), new PushedFiles(store, tree), {
    tree,
    findLeft: foldersThatLeft,
  });
  if (await check.run()) return check.incomplete;
  const strict = new TreeCheck(new ExaminedRows(store, reading), new PushedFiles(store, tree), {
    tree,
    findLeft: async () => new Set(),
  });
  await strict.run();
  return strict.incomplete;
}

/** What is new in a folder, all that is below it included, as a walk meets it. */
interface NewContent {
  readonly id: ObjectId;
  /** The folder is one of the base, and all that is in it. */
  readonly isMoved: boolean;
  entries: number;
  /** Rows of the base that are gone; a folder is one. */
  removals: number;
  /** Of both trees, whose comparison meets them. */
  rows: number;
  /** The paths of all entries and removals together, from here on. */
  allPathsBytes: number;
  sizeBytes: number;
  /** Of the longest path below the folder. */
  pathBytes: number;
  /** Names on the longest path below the folder. */
  depth: number;
  /** Those that are new themselves, once for each place. */
  readonly folders: NewContent[];
}

interface Place {
  /** With a slash at its end, or empty. */
  readonly path: string;
  readonly depth: number;
}

class TreeCheck {
  readonly incomplete: string[] = [];
  readonly #tree: PushedTree;
  readonly #rows: ExaminedRows;
  readonly #files: PushedFiles;
  readonly #extents: Extents;
  readonly #findLeft: typeof foldersThatLeft;
  /** By the folder and the one in the base that it stands in place of. */
  readonly #known = new Map<string, NewContent>();
  /** Null: no folder at a new place was met yet. */
  #left: Set<ObjectId> | null = null;

  constructor(
    rows: ExaminedRows,
    files: PushedFiles,
    { tree, findLeft }: { readonly tree: PushedTree; readonly findLeft: typeof foldersThatLeft },
  ) {
    this.#tree = tree;
    this.#rows = rows;
    this.#files = files;
    this.#extents = new Extents(rows);
    this.#findLeft = findLeft;
  }

  /** False: a folder that was taken for moved once has several places. */
  async run(): Promise<boolean> {
    const { baseId, rootId } = this.#tree;
    await this.#folder(rootId, baseId, { path: '', depth: 0 });
    // Each comes after all that it names, so the other way round each comes after all that name it.
    const places = new Map<NewContent, number>();
    const uses = new Map<ObjectId, number>();
    for (const [at, folder] of [...this.#known.values()].reverse().entries()) {
      if (isStepDue(at)) await yieldToEventLoop();
      const count = places.get(folder) ?? 1;
      if (folder.isMoved && count > 1) return false;
      for (const below of folder.folders) places.set(below, (places.get(below) ?? 0) + count);
      const used = (uses.get(folder.id) ?? 0) + count;
      if (used > PUSHED_FOLDER_USES_MAX) throw pushRefusal('folder-repeated');
      uses.set(folder.id, used);
    }
    return true;
  }

  async #folder(id: ObjectId, baseId: ObjectId, place: Place): Promise<NewContent | null> {
    if (id === EMPTY_ID || id === baseId) return null;
    const key = `${id}${baseId}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const content = newContent(id);
    const before = await this.#rows.ofBase(baseId);
    const rows = await this.#rows.ofPushed({ id, path: pathOf(place) });
    this.#tree.reached(id);
    content.rows = before.length + rows.length;
    let at = 0;
    for (const [base, dirent] of sideBySide(before, rows)) {
      if (isStepDue(at++)) await yieldToEventLoop();
      if (base !== undefined && base.kind !== dirent?.kind) addRemoval(content, base, place);
      if (dirent === undefined || (base !== undefined && isSameRow(dirent, base))) continue;
      await this.#row(content, { dirent, base, place });
    }
    this.#known.set(key, content);
    return content;
  }

  async #row(content: NewContent, { dirent, base, place }: NewRow): Promise<void> {
    const path = `${place.path}${dirent.name}`;
    if (place.depth >= MAX_DEPTH) throw tooDeep(path);
    // What the library has already may stay: it could not be synced otherwise.
    if (!isInCalendar(dirent.mtimeSeconds) && dirent.mtimeSeconds !== base?.mtimeSeconds)
      throw pushRefusal('time-impossible', path);
    const nameBytes = Buffer.byteLength(dirent.name);
    content.entries += 1;
    content.allPathsBytes += nameBytes;
    content.pathBytes = Math.max(content.pathBytes, nameBytes);
    content.depth = Math.max(content.depth, 1);
    if (dirent.kind === 'file') {
      if (base?.id !== dirent.id || !isSameSize(dirent, base)) await this.#file(dirent, path);
      content.sizeBytes += dirent.sizeBytes;
    } else {
      const below = await this.#below(dirent.id, base, { path: `${path}/`, depth: place.depth + 1 });
      if (below !== null) addBelow(content, below, nameBytes);
    }
    requireWalkable(content, place);
  }

  async #below(id: ObjectId, base: Dirent | undefined, place: Place): Promise<NewContent | null> {
    if (base?.kind === 'dir') return this.#folder(id, base.id, place);
    if (id === EMPTY_ID) return null;
    this.#left ??= await this.#findLeft(this.#rows, this.#tree);
    // It left one place: where it is named again, it is a copy.
    return this.#left.delete(id) ? this.#moved(id) : this.#folder(id, EMPTY_ID, place);
  }

  async #moved(id: ObjectId): Promise<NewContent> {
    const content = { ...newContent(id), ...(await this.#extents.of(id)), isMoved: true };
    this.#known.set(`${id} moved`, content);
    return content;
  }

  async #file(dirent: FileDirent, path: string): Promise<void> {
    const sizeBytes = await this.#files.sizeOf(dirent.id, path);
    if (sizeBytes === null) {
      if (this.incomplete.length < MAX_TOLD_PATHS) this.incomplete.push(path);
    } else if (sizeBytes !== dirent.sizeBytes) {
      throw pushRefusal('size-untrue', path);
    }
  }
}

interface NewRow {
  readonly dirent: Dirent;
  readonly base: Dirent | undefined;
  readonly place: Place;
}

function newContent(id: ObjectId): NewContent {
  const nothing = {
    entries: 0,
    removals: 0,
    rows: 0,
    allPathsBytes: 0,
    sizeBytes: 0,
    pathBytes: 0,
    depth: 0,
  };
  return { id, isMoved: false, ...nothing, folders: [] };
}

function addRemoval(content: NewContent, { name }: Dirent, place: Place): void {
  content.removals += 1;
  content.allPathsBytes += Buffer.byteLength(name);
  requireWalkable(content, place);
}

function addBelow(content: NewContent, below: NewContent, nameBytes: number): void {
  content.entries += below.entries;
  content.removals += below.removals;
  content.rows += below.rows;
  content.allPathsBytes += below.allPathsBytes + (below.entries + below.removals) * (nameBytes + 1);
  content.sizeBytes += below.sizeBytes;
  content.pathBytes = Math.max(content.pathBytes, nameBytes + 1 + below.pathBytes);
  content.depth = Math.max(content.depth, below.depth + 1);
  content.folders.push(below);
}

/** What is too much for a part of the tree is too much for all of it. */
function requireWalkable(content: NewContent, place: Place): void {
  const { entries, removals, rows, allPathsBytes } = content;
  const isTooMuch =
    entries > PUSHED_ENTRIES_MAX || removals > PUSHED_REMOVALS_MAX || rows > PUSHED_ROWS_EXAMINED_MAX;
  if (isTooMuch) throw pushRefusal('too-many-files');
  if (allPathsBytes > PUSHED_PATHS_MAX_BYTES) throw pushRefusal('paths-too-long');
  if (content.sizeBytes > PUSHED_SIZE_MAX_BYTES) throw pushRefusal('too-large');
  if (place.depth + content.depth > MAX_DEPTH) throw tooDeep(pathOf(place));
  if (Buffer.byteLength(place.path) + content.pathBytes > PUSHED_PATH_MAX_BYTES)
    throw pushRefusal('path-too-long', pathOf(place));
}

function pathOf({ path }: Place): string {
  return path.slice(0, -1);
}

function tooDeep(path: string): DomainError {
  return new DomainError('path-invalid', { value: path, reason: 'too-deep' });
}

function isSameRow(dirent: Dirent, base: Dirent): boolean {
  const isSame = base.id === dirent.id && base.kind === dirent.kind && isSameSize(dirent, base);
  return isSame && base.mtimeSeconds === dirent.mtimeSeconds;
}

function isSameSize(a: Dirent, b: Dirent): boolean {
  return a.kind === 'dir' || (b.kind === 'file' && a.sizeBytes === b.sizeBytes);
}
