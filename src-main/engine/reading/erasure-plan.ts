import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { isInside, joinPath } from '../../core/library/path.ts';
import type { CommitId, ObjectId } from '../../core/objects/object-id.ts';
import { direntsOf } from '../../core/tree/dirents-of.ts';
import {
  createTreeEraser,
  type ErasedEntry,
  type ErasedItem,
  erasedPathsOf,
  pathsOnTheWay,
  type TreeEraser,
} from '../../core/tree/erase.ts';
import type { ReadDir } from '../../core/tree/read-dir.ts';
import type { FolderLibrary } from '../../store/sqlite/folder-libraries.ts';
import type { HistoryEntry } from '../../store/sqlite/history.ts';
import type { Ports } from '../ports.ts';
import { yieldToEventLoop } from '../scheduling/yield-to-event-loop.ts';
import { createReadDir } from './directory-reader.ts';
import type { Reading } from './heavy-reading.ts';
import { isUnreadable } from './stored-commits.ts';

export type ErasurePlanDependencies = Pick<
  Ports,
  'historyTable' | 'historyRewriteTable' | 'folderLibraryTable' | 'pinTable' | 'objects'
>;

/** A history that may hold the item, and what the item is called there. */
export interface SearchedHistory {
  readonly library: Library | FolderLibrary;
  readonly item: ErasedItem;
}

/** What becomes of one commit. */
export interface CommitInPlan {
  readonly entry: HistoryEntry;
  /** The tree without the item. */
  readonly newRootId: ObjectId;
  /** It gets a new id: for its tree, or for a commit before it. */
  readonly isRewritten: boolean;
}

/** One version of what goes. */
export interface ErasedVersion {
  readonly path: string;
  readonly id: ObjectId;
  readonly sizeBytes: number;
}

/** What erasing an item from all of a history comes to. Plain data. */
export interface ErasurePlan {
  readonly libraryId: LibraryId;
  /** What it was planned for. */
  readonly headId: CommitId;
  /** How many commits get new ids, of the library and of its folder libraries. */
  readonly commits: number;
  /** How many of them held the item. */
  readonly holding: number;
  /** Of the library, oldest first; the first thousand. */
  readonly commitIds: readonly CommitId[];
  /** When the oldest and the newest commit that held the item were made; 0: none did. */
  readonly firstHeldAtSeconds: number;
  readonly lastHeldAtSeconds: number;
  /** Each content of each file, at the first place where it was met; the first thousand, with their whole count. */
  readonly versions: readonly ErasedVersion[];
  readonly versionCount: number;
  /** Of content that nothing else has; pieces that it shares with other files are counted as well. */
  readonly bytes: number;
  /** It is there today, and goes from there too. */
  readonly isInHead: boolean;
  /** Names of pinned moments that held it. They stay, without it. */
  readonly pins: readonly string[];
  /** Deletions that can no longer be taken back. */
  readonly trashItems: number;
  /** Other places that have the same content, which therefore stays; the first twenty. */
  readonly elsewhere: readonly string[];
  /** Folder libraries that hold it; those whose folder is erased end. */
  readonly folderLibraries: readonly { readonly name: string; readonly ends: boolean }[];
}

const LISTED_MAX = 1_000;
const ELSEWHERE_MAX = 20;
const COMMITS_A_PAGE = 500;
const TRASH_A_PAGE = 500;

/** The library and its folder libraries, as far as the item may be in them. */
export function historiesWith(
  { folderLibraryTable }: Pick<Ports, 'folderLibraryTable'>,
  library: Library,
  item: ErasedItem,
): SearchedHistory[] {
  const folders = folderLibraryTable.of(library.id).flatMap((folder) => {
    const inFolder = itemIn(folder, item);
    return inFolder === null ? [] : [{ library: folder, item: inFolder }];
  });
  return [{ library, item }, ...folders];
}

/** Null: it cannot be in there. */
function itemIn({ origin }: FolderLibrary, item: ErasedItem): ErasedItem | null {
  if (item.kind === 'file' || item.kind === 'all') return item;
  const erased = erasedPathsOf(item);
  if (erased.some((path) => path === origin.path || isInside(origin.path, path))) return { kind: 'all' };
  const paths = erased
    .filter((path) => isInside(path, origin.path))
    .map((path) => path.slice(origin.path.length));
  const [path, ...others] = paths;
  if (path === undefined) return null;
  return others.length === 0 ? { kind: 'path', path } : { kind: 'paths', paths };
}

/**
 * What becomes of each commit, oldest first. Trees of commits that retention has given up may be gone; they keep their root,
 * which nothing shows and nothing keeps.
 * @throws DomainError `object-missing`, `object-corrupt` where a tree that is kept cannot be read, so that its contents are unknown
 */
export async function* commitsWithout(
  { historyTable, pinTable }: Pick<Ports, 'historyTable' | 'pinTable'>,
  { id, headSeq, retainedFromSeq }: Library,
  eraser: Pick<TreeEraser, 'erase'>,
): AsyncGenerator<CommitInPlan, void, void> {
  const pinned = new Set(pinTable.of(id).map(({ seq }) => seq));
  const rewritten = new Set<CommitId>();
  for (let downTo = 1; downTo <= headSeq; downTo += COMMITS_A_PAGE) {
    const from = Math.min(headSeq, downTo + COMMITS_A_PAGE - 1);
    const page = historyTable.range(id, { from, downTo, limit: COMMITS_A_PAGE }).reverse();
    for (const entry of page) {
      const isKept = entry.seq >= retainedFromSeq || pinned.has(entry.seq);
      const newRootId = await rootWithout(eraser, entry, isKept);
      const isRewritten =
        newRootId !== entry.rootId ||
        isIn(rewritten, entry.parentId) ||
        isIn(rewritten, entry.secondParentId);
      if (isRewritten) rewritten.add(entry.id);
      yield { entry, newRootId, isRewritten };
    }
    await yieldToEventLoop();
  }
}

function isIn(ids: ReadonlySet<CommitId>, id: CommitId | null): boolean {
  return id !== null && ids.has(id);
}

async function rootWithout(
  eraser: Pick<TreeEraser, 'erase'>,
  { rootId }: HistoryEntry,
  isKept: boolean,
): Promise<ObjectId> {
  try {
    return await eraser.erase(rootId);
  } catch (error) {
    if (isKept || !isUnreadable(error)) throw error;
    return rootId;
  }
}

/**
 * Reads only.
 * @param reading counts what is read, which may be all trees that there ever were
 * @throws DomainError as `commitsWithout`; `busy`
 */
export async function planErasure(
  deps: ErasurePlanDependencies,
  reading: Pick<Reading, 'counting'>,
  library: Library,
  item: ErasedItem,
): Promise<ErasurePlan> {
  const readDir = reading.counting(createReadDir(deps.objects.library(library.id)));
  const planning = new Planning(deps, library, readDir);
  const histories = historiesWith(deps, library, item);
  for (const history of histories) await planning.add(history);
  const touched = new Set(histories.map((history) => history.library.id));
  for (const folder of deps.folderLibraryTable.of(library.id))
    if (!touched.has(folder.id)) await planning.addUntouched(folder);
  return planning.plan();
}

class Planning {
  readonly #deps: ErasurePlanDependencies;
  readonly #library: Library;
  readonly #readDir: ReadDir;
  readonly #content: ErasedContent;
  readonly #kept: KeptContent;
  readonly #commitIds: CommitId[] = [];
  readonly #pins: string[] = [];
  readonly #folderLibraries: { name: string; ends: boolean }[] = [];
  readonly #held = { count: 0, firstAtSeconds: 0, lastAtSeconds: 0, isInHead: false };
  #commits = 0;
  #trashItems = 0;

  constructor(deps: ErasurePlanDependencies, library: Library, readDir: ReadDir) {
    this.#deps = deps;
    this.#library = library;
    this.#readDir = readDir;
    this.#content = new ErasedContent(this.#readDir);
    this.#kept = new KeptContent(this.#readDir);
  }

  async add(history: SearchedHistory): Promise<void> {
    const { library, item } = history;
    const eraser = createTreeEraser(this.#readDir, item, { keep: () => undefined, yieldToEventLoop });
    const pins = new Map(this.#deps.pinTable.of(library.id).map(({ seq, name }) => [seq, name]));
    const heldBefore = this.#held.count;
    for await (const commit of commitsWithout(this.#deps, library, eraser)) {
      this.#kept.addRoot({ rootId: commit.entry.rootId, item, path: placeOf(library) });
      this.#addCommit(library, commit);
      if (commit.newRootId !== commit.entry.rootId) this.#addHolding(library, commit.entry, pins);
    }
    this.#trashItems += await countTrash(this.#deps, history);
    // What a folder library holds the library around it has held as well.
    if (library.id === this.#library.id) await this.#content.add(eraser.erased());
    else if (this.#held.count > heldBefore)
      this.#folderLibraries.push({ name: library.name, ends: item.kind === 'all' && isLive(history) });
  }

  /** One whose folder is elsewhere today may have held the same from when it was not. */
  async addUntouched(folder: FolderLibrary): Promise<void> {
    const nothing = { erase: async (rootId: ObjectId) => rootId };
    for await (const { entry } of commitsWithout(this.#deps, folder, nothing))
      this.#kept.addRoot({ rootId: entry.rootId, item: null, path: placeOf(folder) });
  }

  #addCommit({ id }: Library, { entry, isRewritten }: CommitInPlan): void {
    if (!isRewritten) return;
    this.#commits += 1;
    if (id === this.#library.id && this.#commitIds.length < LISTED_MAX) this.#commitIds.push(entry.id);
  }

  #addHolding(
    { id, headSeq }: Library,
    { seq, ctimeSeconds }: HistoryEntry,
    pins: ReadonlyMap<number, string>,
  ): void {
    const held = this.#held;
    held.firstAtSeconds = held.count === 0 ? ctimeSeconds : Math.min(held.firstAtSeconds, ctimeSeconds);
    held.lastAtSeconds = Math.max(held.lastAtSeconds, ctimeSeconds);
    held.count += 1;
    if (id === this.#library.id && seq === headSeq) held.isInHead = true;
    const pin = pins.get(seq);
    if (pin !== undefined) this.#pins.push(pin);
  }

  async plan(): Promise<ErasurePlan> {
    const { sizes, versions, versionCount } = this.#content;
    const elsewhere = await this.#kept.placesOf(sizes);
    return {
      ...{ libraryId: this.#library.id, headId: this.#library.headId, commits: this.#commits },
      ...{ holding: this.#held.count, commitIds: this.#commitIds, versions, versionCount },
      firstHeldAtSeconds: this.#held.firstAtSeconds,
      lastHeldAtSeconds: this.#held.lastAtSeconds,
      bytes: [...sizes].reduce((sum, [id, size]) => sum + (elsewhere.ids.has(id) ? 0 : size), 0),
      ...{ isInHead: this.#held.isInHead, pins: this.#pins, trashItems: this.#trashItems },
      ...{ elsewhere: elsewhere.paths, folderLibraries: this.#folderLibraries },
    };
  }
}

/** Of the root of a library, in the library that it is in. */
function placeOf({ origin }: Library): string {
  return origin?.path ?? '/';
}

function isLive({ library }: SearchedHistory): boolean {
  return !('isEnded' in library && library.isEnded);
}

async function countTrash(
  { historyRewriteTable }: Pick<Ports, 'historyRewriteTable'>,
  { library, item }: SearchedHistory,
): Promise<number> {
  let count = 0;
  let after = 0;
  for (;;) {
    const page = historyRewriteTable.trashAfter(library.id, after, TRASH_A_PAGE);
    count += page.filter((row) => isErasedItself(item, row)).length;
    const last = page.at(-1);
    if (last === undefined || page.length < TRASH_A_PAGE) return count;
    after = last.trashId;
    await yieldToEventLoop();
  }
}

function isErasedItself(
  item: ErasedItem,
  { path, isDir, objectId }: { readonly path: string; readonly isDir: boolean; readonly objectId: ObjectId },
): boolean {
  if (item.kind === 'file') return !isDir && objectId === item.id;
  return item.kind === 'all' || erasedPathsOf(item).some((each) => path === each || isInside(path, each));
}

/** The files in what goes. */
class ErasedContent {
  readonly versions: ErasedVersion[] = [];
  /** Of each content once. */
  readonly sizes = new Map<ObjectId, number>();
  versionCount = 0;
  readonly #readDir: ReadDir;
  readonly #seen = new Set<string>();

  constructor(readDir: ReadDir) {
    this.#readDir = readDir;
  }

  async add(entries: readonly ErasedEntry[]): Promise<void> {
    for (const { path, dirent } of entries) await this.#add(path, dirent, 0);
  }

  async #add(path: string, dirent: ErasedEntry['dirent'], depth: number): Promise<void> {
    const key = `${dirent.id}${path}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    if (dirent.kind === 'dir') {
      for (const row of await direntsOf(this.#readDir, dirent.id, depth))
        await this.#add(joinPath(path, row.name), row, depth + 1);
      return;
    }
    const { id, sizeBytes } = dirent;
    this.versionCount += 1;
    this.sizes.set(id, sizeBytes);
    if (this.versions.length < LISTED_MAX) this.versions.push({ path, id, sizeBytes });
  }
}

/** A tree, and what is taken out of it; null: nothing. */
interface KeptRoot {
  readonly rootId: ObjectId;
  readonly item: ErasedItem | null;
  readonly path: string;
}

/** What else the trees hold. */
class KeptContent {
  readonly #readDir: ReadDir;
  readonly #roots: KeptRoot[] = [];
  readonly #seen = new Set<string>();

  constructor(readDir: ReadDir) {
    this.#readDir = readDir;
  }

  addRoot(root: KeptRoot): void {
    if (this.#roots.at(-1)?.rootId !== root.rootId) this.#roots.push(root);
  }

  /** Where any of the files is outside of the item. */
  async placesOf(files: ReadonlyMap<ObjectId, number>) {
    const ids = new Set<ObjectId>();
    const paths = new Set<string>();
    const note = (path: string, id: ObjectId) => {
      if (!files.has(id)) return;
      ids.add(id);
      if (paths.size < ELSEWHERE_MAX) paths.add(path);
    };
    if (files.size > 0) for (const root of this.#roots) await this.#walk(root, note);
    return { ids, paths: [...paths] };
  }

  async #walk(
    { rootId, item, path: top }: KeptRoot,
    note: (path: string, id: ObjectId) => void,
  ): Promise<void> {
    if (item?.kind === 'all') return;
    const erasedId = item?.kind === 'file' ? item.id : null;
    const { here, above } = pathsOnTheWay(item === null ? [] : erasedPathsOf(item));
    /** @param at the place in this library where a path of the item leads on from; null: this is beside all of them */
    const walk = async (id: ObjectId, path: string, depth: number, at: string | null): Promise<void> => {
      const key = at === null ? id : `${id}${at}`;
      if (this.#seen.has(key)) return;
      this.#seen.add(key);
      for (const row of await direntsOf(this.#readDir, id, depth)) {
        const next = at === null ? null : joinPath(at, row.name);
        if (row.id === erasedId || (next !== null && here.has(next))) continue;
        const below = joinPath(path, row.name);
        if (row.kind === 'file') note(below, row.id);
        else await walk(row.id, below, depth + 1, next !== null && above.has(next) ? next : null);
      }
    };
    try {
      await walk(rootId, top, 0, here.size > 0 ? '/' : null);
    } catch (error) {
      // Of what retention has given up; what is kept was read before.
      if (!isUnreadable(error)) throw error;
    }
  }
}
