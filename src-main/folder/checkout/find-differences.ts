import type { Said } from '../../../src-shared/service-words.ts';
import { appendAll } from '../../core/append-all.ts';
import {
  type FolderEntry,
  isModeExecutable,
  isWithin,
  joinPath,
  parentPath,
} from '../../core/folder/folder-entry.ts';
import { nameOf } from '../../core/library/path.ts';
import type { Dirent, FileDirent } from '../../core/objects/dir-object.ts';
import { EMPTY_ID, type ObjectId } from '../../core/objects/object-id.ts';
import type { ReadDir } from '../../core/tree/read-dir.ts';
import type { LeavingOut } from '../ignore/folder-rules.ts';
import type { FolderIndex } from '../ports.ts';

/** A file that the library has at a path; `row` is what disk and library last agreed about there. */
export interface WantedContent {
  readonly path: string;
  readonly dirent: FileDirent;
  readonly row: FolderEntry | null;
}

/** A file that is the same on both sides but for its executable bit. */
export interface WantedMode {
  readonly path: string;
  readonly row: FolderEntry;
  readonly isExecutable: boolean;
}

/** A folder of the library. */
export interface NewFolder {
  readonly path: string;
  readonly id: ObjectId;
  /** A file of the last agreed state is at the path or above it, and has to go first. */
  readonly isBlocked: boolean;
}

/** How one folder of the library differs from the last agreed state. */
interface FolderDifferences {
  readonly contents: WantedContent[];
  readonly modes: WantedMode[];
  /** Files that are no longer in the library. */
  readonly goneFiles: FolderEntry[];
  /** Folders that are no longer in the library. */
  readonly goneDirs: FolderEntry[];
  readonly newDirs: NewFolder[];
  /** Folders that are on both sides. */
  readonly commonDirs: NewFolder[];
  /** Names that this disk or the rules for names do not allow, with the reason. */
  readonly nameErrors: { readonly path: string; readonly said: Said }[];
}

/** A folder that was only renamed or moved in the library, with all its contents. */
export interface MovedFolder {
  readonly from: string;
  readonly to: string;
}

/** Everything in which the library differs from the last agreed state. */
export interface Differences extends Omit<FolderDifferences, 'commonDirs'> {
  readonly movedDirs: MovedFolder[];
}

export interface DifferencesRequest {
  readonly readDir: ReadDir;
  readonly headRootId: ObjectId;
  /**
   * Root of a tree that the rows agree with, except for `pending`; empty when none is known. Folders with the same id
   * in both trees are not compared.
   */
  readonly syncedRootId: ObjectId | '';
  /** Paths that are always compared. */
  readonly pending: readonly string[];
  readonly index: Pick<FolderIndex, 'entriesIn' | 'filesInside' | 'dirsInside'>;
  readonly folderKey: number;
  readonly leaving: LeavingOut;
}

/**
 * Costs are proportional to the folders that differ between the two trees, their sizes, and what came or went in them.
 * Writes nothing.
 */
export async function findDifferences(request: DifferencesRequest): Promise<Differences> {
  const search = new Search(request);
  const root = { path: '', id: request.headRootId, isBlocked: false };
  await search.compare(root, request.syncedRootId || undefined);
  await search.followFolders();
  return search.found;
}

interface GoneFolder {
  readonly row: FolderEntry;
  /** Id of the folder in the synced tree; undefined when that is not known. */
  readonly syncedId: ObjectId | undefined;
}

class Search {
  readonly found: Differences = {
    ...{ contents: [], modes: [], goneFiles: [], goneDirs: [], newDirs: [], nameErrors: [], movedDirs: [] },
  };
  readonly #request: DifferencesRequest;
  /** Folders above pending paths. */
  readonly #onTheWay = new Set<string>();
  readonly #pending: ReadonlySet<string>;
  readonly #gone: GoneFolder[] = [];
  readonly #arrived: NewFolder[] = [];
  /** Folders that are gone, by id; only those that can be moved whole. */
  readonly #movable = new Map<ObjectId, string[]>();

  constructor(request: DifferencesRequest) {
    this.#request = request;
    this.#pending = new Set(request.pending);
    for (const path of request.pending) {
      for (let dir = parentPath(path); !this.#onTheWay.has(dir); dir = parentPath(dir))
        this.#onTheWay.add(dir);
    }
  }

  async compare(folder: NewFolder, syncedId: ObjectId | undefined): Promise<void> {
    if (folder.id === syncedId && !this.#isPending(folder.path)) return;
    const head = await this.#dirents(folder.id);
    const synced = folder.id === syncedId ? head : await this.#dirents(syncedId);
    const syncedIdOf = new Map(synced.flatMap((row) => (row.kind === 'dir' ? [[row.name, row.id]] : [])));
    const differences = this.#take(folder.path, head);
    for (const row of differences.goneDirs) this.#gone.push({ row, syncedId: syncedIdOf.get(row.name) });
    appendAll(this.#arrived, differences.newDirs);
    for (const dir of differences.commonDirs) {
      await this.compare(dir, syncedIdOf.get(nameOf(dir.path)));
    }
  }

  /** Above a pending path or inside one: what was put off because of a folder waits with it. */
  #isPending(path: string): boolean {
    return this.#onTheWay.has(path) || isBelowAny(path, this.#pending);
  }

  /** Turns folders that went and came back elsewhere into moves, and lists the contents of all others. */
  async followFolders(): Promise<void> {
    if (this.#arrived.length > 0) for (const gone of this.#gone) await this.#noteMovable(gone);
    for (const folder of this.#arrived) await this.#arrive(folder);
    const movedFrom = new Set(this.found.movedDirs.map(({ from }) => from));
    for (const { row } of this.#gone) this.#leave(row, movedFrom);
  }

  #take(dir: string, head: readonly Dirent[]): FolderDifferences {
    const sides = { head, rows: this.#rowsIn(dir) };
    const differences = compareFolder(dir, sides, this.#request.leaving);
    appendAll(this.found.contents, differences.contents);
    appendAll(this.found.modes, differences.modes);
    appendAll(this.found.goneFiles, differences.goneFiles);
    appendAll(this.found.nameErrors, differences.nameErrors);
    return differences;
  }

  async #dirents(id: ObjectId | undefined): Promise<readonly Dirent[]> {
    return id === undefined || id === EMPTY_ID ? [] : this.#request.readDir(id);
  }

  async #noteMovable({ row, syncedId }: GoneFolder): Promise<void> {
    const pending = [...this.#request.pending];
    const waiting = [{ path: joinPath(row.dir, row.name), id: syncedId }];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { path, id } = next;
      if (id === undefined || id === EMPTY_ID || this.#request.leaving.isExcluded(path)) continue;
      // Pending items are in the tree but not on the disk, so such a folder is not the one that the id names.
      const isAllOnDisk = !this.#request.leaving.holdsExcluded(path);
      if (isAllOnDisk && !pending.some((other) => isWithin(other, path))) {
        this.#movable.set(id, [...(this.#movable.get(id) ?? []), path]);
      }
      for (const dirent of await this.#dirents(id)) {
        if (dirent.kind === 'dir') waiting.push({ path: joinPath(path, dirent.name), id: dirent.id });
      }
    }
  }

  async #arrive(folder: NewFolder): Promise<void> {
    const isBlocked = folder.isBlocked || this.#request.leaving.holdsExcluded(folder.path);
    const from = isBlocked ? undefined : await this.#sourceOf(folder.id);
    if (from !== undefined) {
      this.found.movedDirs.push({ from, to: folder.path });
      return;
    }
    this.found.newDirs.push(folder);
    const differences = this.#take(folder.path, await this.#dirents(folder.id));
    for (const row of differences.goneDirs) this.#gone.push({ row, syncedId: undefined });
    for (const dir of [...differences.newDirs, ...differences.commonDirs]) {
      await this.#arrive({ ...dir, isBlocked: dir.isBlocked || folder.isBlocked });
    }
  }

  /** A folder on the disk that matches the id to the last file and has not been moved yet. */
  async #sourceOf(id: ObjectId): Promise<string | undefined> {
    for (const path of this.#movable.get(id) ?? []) {
      if (!this.#isMoving(path) && (await this.#isOnDisk(path, id))) return path;
    }
    return undefined;
  }

  /** Whether the rows inside the folder match the tree. */
  async #isOnDisk(path: string, id: ObjectId): Promise<boolean> {
    const rowOf = new Map(this.#rowsIn(path).map((row) => [row.name, row]));
    const dirents = await this.#dirents(id);
    if (rowOf.size !== dirents.length || !this.#hasRow(path)) return false;
    for (const dirent of dirents) {
      const row = rowOf.get(dirent.name);
      if (row === undefined || row.isDir !== (dirent.kind === 'dir')) return false;
      const isSame = row.isDir
        ? await this.#isOnDisk(joinPath(path, row.name), dirent.id)
        : row.objectId === dirent.id && isModeExecutable(row.mode) === isModeExecutable(dirent.mode);
      if (!isSame) return false;
    }
    return true;
  }

  #hasRow(path: string): boolean {
    const name = nameOf(path);
    return this.#rowsIn(parentPath(path)).some((row) => row.name === name && row.isDir);
  }

  #isMoving(path: string): boolean {
    return this.found.movedDirs.some(({ from }) => isWithin(path, from) || isWithin(from, path));
  }

  #rowsIn(dir: string): readonly FolderEntry[] {
    return this.#request.index.entriesIn(this.#request.folderKey, dir);
  }

  #leave(row: FolderEntry, movedFrom: ReadonlySet<string>): void {
    const { index, folderKey } = this.#request;
    const path = joinPath(row.dir, row.name);
    if (movedFrom.has(path)) return;
    const staysHere = (inside: FolderEntry) => !isBelowAny(joinPath(inside.dir, inside.name), movedFrom);
    appendAll(this.found.goneFiles, index.filesInside(folderKey, path).filter(staysHere));
    appendAll(this.found.goneDirs, [row, ...index.dirsInside(folderKey, path).filter(staysHere)]);
  }
}

function isBelowAny(path: string, dirs: ReadonlySet<string>): boolean {
  for (let at = path; at !== ''; at = parentPath(at)) if (dirs.has(at)) return true;
  return false;
}

/** Compares one folder of the library with its rows. Pure. */
function compareFolder(
  dir: string,
  sides: { readonly head: readonly Dirent[]; readonly rows: readonly FolderEntry[] },
  leaving: LeavingOut,
): FolderDifferences {
  const found = emptyDifferences();
  const rowOf = new Map(sides.rows.map((row) => [row.name, row]));
  for (const dirent of sides.head) {
    const path = joinPath(dir, dirent.name);
    const isDir = dirent.kind === 'dir';
    if (isDir && leaving.isExcluded(path)) continue;
    const row = rowOf.get(dirent.name) ?? null;
    rowOf.delete(dirent.name);
    if (leaving.isIgnored(dir, dirent.name, isDir)) {
      // The item that has the name now is left out; the old one of the other kind is gone anyway.
      if (row !== null && row.isDir !== isDir) takeGone(found, dir, { row, leaving });
      continue;
    }
    const said = row === null ? leaving.nameError(path, dirent.name) : null;
    if (said !== null) found.nameErrors.push({ path, said });
    else compareEntry(found, path, { dirent, row });
  }
  for (const row of rowOf.values()) takeGone(found, dir, { row, leaving });
  return found;
}

function takeGone(
  found: FolderDifferences,
  dir: string,
  { row, leaving }: { readonly row: FolderEntry; readonly leaving: LeavingOut },
): void {
  if (leaving.isIgnored(dir, row.name, row.isDir)) return;
  (row.isDir ? found.goneDirs : found.goneFiles).push(row);
}

function emptyDifferences(): FolderDifferences {
  return {
    contents: [],
    modes: [],
    goneFiles: [],
    goneDirs: [],
    newDirs: [],
    commonDirs: [],
    nameErrors: [],
  };
}

function compareEntry(
  found: FolderDifferences,
  path: string,
  { dirent, row }: { readonly dirent: Dirent; readonly row: FolderEntry | null },
): void {
  if (dirent.kind === 'dir') {
    if (row?.isDir === false) found.goneFiles.push(row);
    const isBlocked = row?.isDir === false;
    (row?.isDir === true ? found.commonDirs : found.newDirs).push({ path, id: dirent.id, isBlocked });
    return;
  }
  if (row?.isDir === true) found.goneDirs.push(row);
  const before = row?.isDir === false ? row : null;
  if (before === null || before.objectId !== dirent.id) {
    found.contents.push({ path, dirent, row: before });
    return;
  }
  const isExecutable = isModeExecutable(dirent.mode);
  if (isExecutable !== isModeExecutable(before.mode)) found.modes.push({ path, row: before, isExecutable });
}
