import type { Change } from '../../core/history/change.ts';
import { joinPath, nameOf } from '../../core/library/path.ts';
import type { ObjectId } from '../../core/objects/object-id.ts';
import { mayHoldText } from '../../core/search/text-kind.ts';
import { inSteps, SHORT_KEYS_RUN_ROWS, type Steps, sortInSteps } from '../../core/steps.ts';
import type { ReadDir } from '../../core/tree/read-dir.ts';
import { type WalkedEntry, walkTree } from '../../core/tree/walk.ts';
import type { Ending, IndexedFolder, ItemPlace, SearchedLibrary } from '../../store/sqlite/search-index.ts';
import type { Ports } from '../ports.ts';
import { yieldToEventLoop } from '../scheduling/yield-to-event-loop.ts';
import type { Slices } from './search-scheduler.ts';
import { isUnreadable } from './stored-commits.ts';

export type SearchStepsDependencies = Pick<Ports, 'searchIndex' | 'searchTexts' | 'searchRemoval'>;

/** From the tree that the index has to that of a commit. */
export interface SearchMove {
  readonly from: SearchedLibrary;
  readonly to: { readonly seq: number; readonly rootId: ObjectId };
  /** The last commit of the library with the tree that the index has. */
  readonly lastSeq: number;
  readonly changes: readonly Change[];
  readonly readDir: ReadDir;
}

/** Some milliseconds of rows. */
const ROWS_A_SLICE = 250;
const REMOVED_A_SLICE = 500;
const FOLDERS_A_PAGE = 100;

/**
 * Brings the search index from one tree to the next, in slices. What a slice did is on record with it, and doing a step
 * again changes nothing, so that after a stop or a crash the same call goes on. Where the library has no room for more
 * items, past ones make room, those that ended longest ago first; then what comes is left out, and the tree is walked no further.
 */
export function applySearchMove(deps: SearchStepsDependencies, move: SearchMove): Slices {
  return new SearchSteps(deps, move).run();
}

class SearchSteps {
  readonly #deps: SearchStepsDependencies;
  readonly #move: SearchMove;
  readonly #ending: Ending;
  #rows: (() => void)[] = [];
  #isFull = false;

  constructor(deps: SearchStepsDependencies, move: SearchMove) {
    this.#deps = deps;
    this.#move = move;
    this.#ending = { lastSeq: move.lastSeq, endedSeq: move.to.seq };
  }

  async *run(): Slices {
    const { from, to } = this.#move;
    const changes = await inSteps(inOrder(this.#move.changes), yieldToEventLoop);
    for (const [at, change] of changes.entries()) {
      if (at < from.step) continue;
      if (change.isDir) {
        yield* this.#flush(at);
        yield* this.#folder(change);
      } else this.#file(change);
      if (this.#rows.length >= ROWS_A_SLICE) yield* this.#flush(at + 1);
    }
    this.#rows.push(() => this.#deps.searchIndex.advance(from.key, to));
    yield* this.#flush(0);
  }

  /** Writes what waits. @param step how many changes are in with it */
  async *#flush(step: number): Slices {
    const rows = this.#rows;
    if (rows.length === 0) return;
    this.#rows = [];
    const { key } = this.#move.from;
    yield* this.#makeRoom(rows.length);
    yield () => {
      if (step > 0) this.#deps.searchIndex.setStep(key, step);
      for (const write of rows) write();
    };
  }

  async *#makeRoom(items: number): Slices {
    const { searchIndex, searchRemoval } = this.#deps;
    const { key } = this.#move.from;
    let removed = 1;
    while (removed > 0 && searchIndex.room(key) < items)
      yield () => {
        removed = searchRemoval.endedBefore(key, this.#ending.endedSeq, REMOVED_A_SLICE);
      };
  }

  #add(place: ItemPlace, textKey: () => number | null): void {
    if (!this.#deps.searchIndex.add(place, this.#ending.endedSeq, textKey)) this.#isFull = true;
  }

  #place(path: string, isDir: boolean): ItemPlace {
    return { key: this.#move.from.key, path, isDir };
  }

  #file({ op, path, newPath, objectId, sizeBytes }: Change): void {
    const index = this.#deps.searchIndex;
    const place = this.#place(path, false);
    const ending = this.#ending;
    const text = () => this.#textKey(path, { id: objectId, sizeBytes });
    if (op === 'new') this.#rows.push(() => this.#add(place, text));
    else if (op === 'modified') this.#rows.push(() => index.modify(place, ending, text()));
    else if (op === 'renamed') this.#rows.push(() => index.rename(place, newPath, ending));
    else this.#rows.push(() => index.remove(place, ending));
  }

  #textKey(path: string, { id, sizeBytes }: { readonly id: ObjectId; readonly sizeBytes: number }) {
    const { key } = this.#move.from;
    return mayHoldText(nameOf(path), sizeBytes) ? this.#deps.searchTexts.keyOf(key, id) : null;
  }

  async *#folder(change: Change): Slices {
    const { op, path, newPath } = change;
    const index = this.#deps.searchIndex;
    const place = this.#place(path, true);
    if (op === 'newdir') yield* this.#addFolder(change);
    else if (op === 'deldir') {
      yield* this.#inFolders(path, (folderKey, limit) =>
        index.endFolder(place.key, folderKey, { ...this.#ending, limit }),
      );
      yield () => index.remove(place, this.#ending);
    } else if (op === 'renamed') {
      yield* this.#inFolders(path, (folderKey, limit, folder) =>
        index.moveFolder(place.key, folderKey, { path: movedPath(folder, path, newPath), limit }),
      );
      yield () => index.rename(place, newPath, this.#ending);
    }
  }

  async *#addFolder({ path, objectId }: Change): Slices {
    this.#rows.push(() => this.#add(this.#place(path, true), () => null));
    if (this.#isFull) return;
    for await (const { path: inside, dirent } of this.#entriesOf(objectId)) {
      const full = joinPath(path, inside.slice(1));
      this.#rows.push(() =>
        this.#add(this.#place(full, dirent.kind === 'dir'), () =>
          dirent.kind === 'dir' ? null : this.#textKey(full, dirent),
        ),
      );
      if (this.#rows.length >= ROWS_A_SLICE) yield* this.#flush(0);
      if (this.#isFull) return;
    }
    yield* this.#flush(0);
  }

  /** Up to a folder that cannot be read: what is in the others is still found. */
  async *#entriesOf(folderId: ObjectId): AsyncGenerator<WalkedEntry> {
    try {
      yield* walkTree(this.#move.readDir, folderId);
    } catch (error) {
      if (!isUnreadable(error)) throw error;
    }
  }

  /** Does something with the items of each folder from a path down, a slice at a time. */
  async *#inFolders(path: string, work: FolderWork): Slices {
    const page = (after: string) =>
      this.#deps.searchIndex.foldersFrom(this.#move.from.key, path, { after, limit: FOLDERS_A_PAGE });
    for (let folders = page(''); folders.length > 0; folders = page(folders.at(-1)?.path ?? '')) {
      let at = 0;
      while (at < folders.length)
        yield () => {
          at = workOnFolders(folders, at, work);
        };
    }
  }
}

/** @returns with how many of at most `limit` items something was done */
type FolderWork = (folderKey: number, limit: number, folder: string) => number;

/** A slice of the work on some folders. @returns where it came to */
function workOnFolders(folders: readonly IndexedFolder[], from: number, work: FolderWork): number {
  let at = from;
  let room = ROWS_A_SLICE;
  for (let folder = folders[at]; folder !== undefined && room > 0; folder = folders[at]) {
    const done = work(folder.folderKey, room, folder.path);
    if (done < room) at += 1;
    // Folders cost something too, however little is in them.
    room -= done + 1;
  }
  return at;
}

const ORDER = { removed: 0, deldir: 0, renamed: 1, new: 2, newdir: 2, modified: 3 } as const;

/** What goes, what moves, what comes: so nothing meets what had its path before. */
function inOrder(changes: readonly Change[]): Steps<readonly Change[]> {
  return sortInSteps(changes, (a, b) => ORDER[a.op] - ORDER[b.op], SHORT_KEYS_RUN_ROWS);
}

/** The path of a folder once one that holds it, or is it, has another path. */
function movedPath(path: string, from: string, to: string): string {
  return path === from ? to : joinPath(to, path.slice(from.length + 1));
}
