import type { Change } from '../core/history/change.ts';
import { joinPath, nameOf } from '../core/library/path.ts';
import type { ObjectId } from '../core/objects/object-id.ts';
import { mayHoldText } from '../core/search/text-kind.ts';
import type { ReadDir } from '../core/tree/read-dir.ts';
import { type WalkedEntry, walkTree } from '../core/tree/walk.ts';
import type { Ending, ItemPlace, SearchedLibrary, SearchIndex } from '../store/sqlite/search-index.ts';
import type { SearchTexts } from '../store/sqlite/search-texts.ts';
import { isUnreadable } from './stored-commits.ts';

export interface SearchStepsDependencies {
  readonly searchIndex: SearchIndex;
  readonly searchTexts: SearchTexts;
  /** Runs a slice of work as one transaction, and rests after it. */
  readonly slice: (work: () => void) => Promise<void>;
}

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

/**
 * Brings the search index from one tree to the next, in slices. What a slice did is on record with it, and doing a step
 * again changes nothing, so that after a crash the same call goes on.
 */
export async function applySearchMove(deps: SearchStepsDependencies, move: SearchMove): Promise<void> {
  const steps = new SearchSteps(deps, move);
  await steps.run();
}

class SearchSteps {
  readonly #deps: SearchStepsDependencies;
  readonly #move: SearchMove;
  readonly #ending: Ending;
  #rows: (() => void)[] = [];

  constructor(deps: SearchStepsDependencies, move: SearchMove) {
    this.#deps = deps;
    this.#move = move;
    this.#ending = { lastSeq: move.lastSeq, endedSeq: move.to.seq };
  }

  async run(): Promise<void> {
    const { from, to } = this.#move;
    const changes = inOrder(this.#move.changes);
    for (const [at, change] of changes.entries()) {
      if (at < from.step) continue;
      if (change.isDir) {
        await this.#flush(at);
        await this.#folder(change);
      } else this.#file(change);
      if (this.#rows.length >= ROWS_A_SLICE) await this.#flush(at + 1);
    }
    this.#rows.push(() => this.#deps.searchIndex.advance(from.key, to));
    await this.#flush(0);
  }

  /** Writes what waits. @param step how many changes are in with it */
  async #flush(step: number): Promise<void> {
    const rows = this.#rows;
    if (rows.length === 0) return;
    this.#rows = [];
    const { key } = this.#move.from;
    await this.#deps.slice(() => {
      if (step > 0) this.#deps.searchIndex.setStep(key, step);
      for (const write of rows) write();
    });
  }

  #place(path: string, isDir: boolean): ItemPlace {
    return { key: this.#move.from.key, path, isDir };
  }

  #file({ op, path, newPath, objectId, sizeBytes }: Change): void {
    const index = this.#deps.searchIndex;
    const place = this.#place(path, false);
    const ending = this.#ending;
    const text = () => this.#textKey(path, { id: objectId, sizeBytes });
    if (op === 'new') this.#rows.push(() => index.add(place, ending.endedSeq, text()));
    else if (op === 'modified') this.#rows.push(() => index.modify(place, ending, text()));
    else if (op === 'renamed') this.#rows.push(() => index.rename(place, newPath, ending));
    else this.#rows.push(() => index.remove(place, ending));
  }

  #textKey(path: string, { id, sizeBytes }: { readonly id: ObjectId; readonly sizeBytes: number }) {
    const { key } = this.#move.from;
    return mayHoldText(nameOf(path), sizeBytes) ? this.#deps.searchTexts.keyOf(key, id) : null;
  }

  async #folder(change: Change): Promise<void> {
    const { op, path, newPath } = change;
    const index = this.#deps.searchIndex;
    const place = this.#place(path, true);
    if (op === 'newdir') await this.#addFolder(change);
    else if (op === 'deldir') {
      await this.#inFolders(path, (folderKey, limit) =>
        index.endFolder(place.key, folderKey, { ...this.#ending, limit }),
      );
      await this.#deps.slice(() => index.remove(place, this.#ending));
    } else if (op === 'renamed') {
      await this.#inFolders(path, (folderKey, limit, folder) =>
        index.moveFolder(place.key, folderKey, { path: movedPath(folder, path, newPath), limit }),
      );
      await this.#deps.slice(() => index.rename(place, newPath, this.#ending));
    }
  }

  async #addFolder({ path, objectId }: Change): Promise<void> {
    const index = this.#deps.searchIndex;
    const { endedSeq } = this.#ending;
    this.#rows.push(() => index.add(this.#place(path, true), endedSeq, null));
    for await (const { path: inside, dirent } of this.#entriesOf(objectId)) {
      const full = joinPath(path, inside.slice(1));
      this.#rows.push(() => {
        const text = dirent.kind === 'dir' ? null : this.#textKey(full, dirent);
        index.add(this.#place(full, dirent.kind === 'dir'), endedSeq, text);
      });
      if (this.#rows.length >= ROWS_A_SLICE) await this.#flush(0);
    }
    await this.#flush(0);
  }

  /** Up to a folder that cannot be read: what is in the others is found all the same. */
  async *#entriesOf(folderId: ObjectId): AsyncGenerator<WalkedEntry> {
    try {
      yield* walkTree(this.#move.readDir, folderId);
    } catch (error) {
      if (!isUnreadable(error)) throw error;
    }
  }

  /** Does something with the items of each folder from a path down, a slice at a time. */
  async #inFolders(
    path: string,
    work: (folderKey: number, limit: number, folder: string) => number,
  ): Promise<void> {
    for (const { folderKey, path: folder } of this.#deps.searchIndex.foldersFrom(this.#move.from.key, path)) {
      let done: number;
      do {
        done = 0;
        await this.#deps.slice(() => {
          done = work(folderKey, ROWS_A_SLICE, folder);
        });
      } while (done === ROWS_A_SLICE);
    }
  }
}

const ORDER = { removed: 0, deldir: 0, renamed: 1, new: 2, newdir: 2, modified: 3 } as const;

/** What goes, what moves, what comes: so nothing meets what had its path before. */
function inOrder(changes: readonly Change[]): readonly Change[] {
  return changes.toSorted((a, b) => ORDER[a.op] - ORDER[b.op]);
}

/** The path of a folder once one that holds it, or is it, has another path. */
function movedPath(path: string, from: string, to: string): string {
  return path === from ? to : joinPath(to, path.slice(from.length + 1));
}
