import { appendAll } from '../../core/append-all.ts';
import {
  type FolderEntry,
  isModeExecutable,
  isWithin,
  joinPath,
  nameOf,
  parentPath,
} from '../../core/folder/folder-entry.ts';
import type { Dirent } from '../../core/objects/dir-object.ts';
import { EMPTY_ID, type ObjectId } from '../../core/objects/object-id.ts';
import type { ReadDir } from '../../core/tree/read-dir.ts';
import { compareFolder, type FolderDifferences, type LeavingOut, type NewFolder } from './differences.ts';

/** A folder that only changed its name or place in the library, with all that is in it. */
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
   * Root of a tree that the rows agree with but for `pending`; empty when none is known. Folders that have the same id
   * in both trees are not looked at.
   */
  readonly syncedRootId: ObjectId | '';
  /** Paths that are looked at in any case. */
  readonly pending: readonly string[];
  readonly rows: {
    in(dir: string): readonly FolderEntry[];
    filesInside(dir: string): readonly FolderEntry[];
    dirsInside(dir: string): readonly FolderEntry[];
  };
  readonly leaving: LeavingOut;
}

/** Work ∝ folders that differ between the two trees, their widths, and what came or went in them. Writes nothing. */
export async function findDifferences(request: DifferencesRequest): Promise<Differences> {
  const search = new Search(request);
  const root = { path: '', id: request.headRootId, isBlocked: false };
  await search.compare(root, request.syncedRootId || undefined);
  await search.followFolders();
  return search.found;
}

interface GoneFolder {
  readonly row: FolderEntry;
  /** Id of the folder in the tree that the rows agree with; undefined when that is not known. */
  readonly syncedId: ObjectId | undefined;
}

class Search {
  readonly found: Differences = {
    ...{ contents: [], modes: [], goneFiles: [], goneDirs: [], newDirs: [], nameErrors: [], movedDirs: [] },
  };
  readonly #request: DifferencesRequest;
  /** Folders on the way to pending paths. */
  readonly #onTheWay = new Set<string>();
  readonly #pending: ReadonlySet<string>;
  readonly #gone: GoneFolder[] = [];
  readonly #arrived: NewFolder[] = [];
  /** Folders that went, by the id of what was in them; only such as may be moved whole. */
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

  /** On the way to a pending path, or inside one: what was put off for the sake of a folder waits with it. */
  #isPending(path: string): boolean {
    return this.#onTheWay.has(path) || isBelowAny(path, this.#pending);
  }

  /** Folders that came and went: those that only moved are told as such, of the others everything inside. */
  async followFolders(): Promise<void> {
    if (this.#arrived.length > 0) for (const gone of this.#gone) await this.#noteMovable(gone);
    for (const folder of this.#arrived) await this.#arrive(folder);
    const movedFrom = new Set(this.found.movedDirs.map(({ from }) => from));
    for (const { row } of this.#gone) this.#leave(row, movedFrom);
  }

  #take(dir: string, head: readonly Dirent[]): FolderDifferences {
    const { rows, leaving } = this.#request;
    const differences = compareFolder(dir, { head, rows: rows.in(dir) }, leaving);
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
      // What is pending inside is in the tree but not on the disk: such a folder is not the one that the id names.
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

  /** A folder of the disk that is what the id names, to the last file, and is not moved yet. */
  async #sourceOf(id: ObjectId): Promise<string | undefined> {
    for (const path of this.#movable.get(id) ?? []) {
      if (!this.#isMoving(path) && (await this.#isOnDisk(path, id))) return path;
    }
    return undefined;
  }

  /** Whether the rows inside the folder say the same as the tree. */
  async #isOnDisk(path: string, id: ObjectId): Promise<boolean> {
    const rowOf = new Map(this.#request.rows.in(path).map((row) => [row.name, row]));
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
    return this.#request.rows.in(parentPath(path)).some((row) => row.name === name && row.isDir);
  }

  #isMoving(path: string): boolean {
    return this.found.movedDirs.some(({ from }) => isWithin(path, from) || isWithin(from, path));
  }

  #leave(row: FolderEntry, movedFrom: ReadonlySet<string>): void {
    const { rows } = this.#request;
    const path = joinPath(row.dir, row.name);
    if (movedFrom.has(path)) return;
    const staysHere = (inside: FolderEntry) => !isBelowAny(joinPath(inside.dir, inside.name), movedFrom);
    appendAll(this.found.goneFiles, rows.filesInside(path).filter(staysHere));
    appendAll(this.found.goneDirs, [row, ...rows.dirsInside(path).filter(staysHere)]);
  }
}

function isBelowAny(path: string, dirs: ReadonlySet<string>): boolean {
  for (let at = path; at !== ''; at = parentPath(at)) if (dirs.has(at)) return true;
  return false;
}
