import type { Library } from '../core/library/library.ts';
import type { LibraryId } from '../core/library/library-id.ts';
import { decodeFile } from '../core/objects/file-object.ts';
import { EMPTY_ID } from '../core/objects/object-id.ts';
import { foldText } from '../core/search/fold-text.ts';
import { textOf } from '../core/search/text-kind.ts';
import { diffTrees } from '../core/tree/diff.ts';
import type { ReadDir } from '../core/tree/read-dir.ts';
import type { ObjectStore } from '../store/objects/object-store.ts';
import type { History, HistoryEntry } from '../store/sqlite/history.ts';
import type { Libraries } from '../store/sqlite/libraries.ts';
import type { SearchedLibrary, SearchIndex } from '../store/sqlite/search-index.ts';
import type { SearchRemoval } from '../store/sqlite/search-removal.ts';
import type { SearchTexts, WaitingText } from '../store/sqlite/search-texts.ts';
import { createReadDir } from './directory-reader.ts';
import { KeptRows } from './kept-rows.ts';
import { applySearchMove } from './search-steps.ts';
import { isUnreadable } from './stored-commits.ts';

export interface SearchFollowerDependencies {
  readonly libraries: Libraries;
  readonly history: History;
  readonly objects: ObjectStore;
  readonly searchIndex: SearchIndex;
  readonly searchTexts: SearchTexts;
  readonly searchRemoval: SearchRemoval;
  readonly transaction: <T>(work: () => T) => T;
}

export interface FollowOptions {
  /** Ends the work after the slice that it is at; the next call goes on there. */
  readonly signal?: AbortSignal;
  /** Awaited after each slice: other work has its turn meanwhile. */
  readonly rest: () => Promise<void>;
}

const REMOVED_A_SLICE = 500;
const TEXTS_A_SLICE = 50;
/** Some ten milliseconds of words. */
const CHARACTERS_A_SLICE = 60_000;

class Stopped extends Error {}

/**
 * Brings the search index up to the heads: names first, then texts. It runs behind the commits, so that no commit waits
 * for it, and reads them in their order, so that it knows what was when.
 */
export type SearchFollower = ReturnType<typeof createSearchFollower>;

export function createSearchFollower(deps: SearchFollowerDependencies) {
  const { libraries, history, objects, searchIndex, searchTexts, searchRemoval, transaction } = deps;
  /** Heads that could not be read: they are not tried again before they move. */
  const unreadable = new Map<LibraryId, number>();
  /** Where a long folder came to with one commit is where the next one starts from. */
  const kept = new KeptRows();

  /** @returns whether everything is in; false when it was stopped */
  async function follow({ signal, rest }: FollowOptions): Promise<boolean> {
    const slice = async (work: () => void) => {
      if (signal?.aborted === true) throw new Stopped();
      transaction(work);
      await rest();
    };
    try {
      await removeGone(slice);
      for (const library of libraries.all())
        if (library.encryption === null) await followLibrary(library, slice);
      await readTexts(slice);
      return true;
    } catch (error) {
      if (error instanceof Stopped) return false;
      throw error;
    }
  }

  /** Libraries that are gone for good, and what retention and the collection of garbage have let go. */
  async function removeGone(slice: Slice): Promise<void> {
    const kept = new Map(libraries.allKept().map((library) => [library.id, library]));
    for (const { key, libraryId } of searchIndex.all()) {
      const library = kept.get(libraryId);
      if (library === undefined) await removeLibrary(key, slice);
      else if (library.keptFromSeq > 1)
        await inSlices(slice, () => searchRemoval.endedBefore(key, library.keptFromSeq, REMOVED_A_SLICE) > 0);
    }
  }

  const removeLibrary = (key: number, slice: Slice) =>
    inSlices(slice, () => searchRemoval.library(key, REMOVED_A_SLICE));

  async function followLibrary(library: Library, slice: Slice): Promise<void> {
    let from = begun(library.id);
    if (from.seq === library.headSeq || unreadable.get(library.id) === library.headSeq) return;
    // Its tree may be gone, and nothing can be compared with it then.
    if (from.seq > 0 && from.seq < library.keptFromSeq && from.seq < library.headSeq) {
      await removeLibrary(from.key, slice);
      from = begun(library.id);
    }
    for (let next = nextCommit(library, from.seq); next !== null; next = nextCommit(library, next.seq)) {
      const isIn = await moveTo(library, { from, to: next }, slice);
      if (isIn) from = begun(library.id);
      else if (next.seq === library.headSeq) unreadable.set(library.id, next.seq);
    }
  }

  function begun(id: LibraryId): SearchedLibrary {
    const known = searchIndex.find(id);
    if (known !== null) return known;
    transaction(() => searchIndex.begin(id));
    return begun(id);
  }

  /** The next commit whose tree was the library's: what a device brought and was merged at once was never that. */
  function nextCommit({ id, headSeq, keptFromSeq }: Library, after: number): HistoryEntry | null {
    const seq = Math.max(after + 1, keptFromSeq);
    if (seq > headSeq) return null;
    const commit = history.findBySeq(id, seq);
    if (commit === null) return null;
    const following = history.findBySeq(id, seq + 1);
    return following?.secondParentId === commit.id ? following : commit;
  }

  /** False when a tree cannot be read: the next commit is compared with the same one then. */
  async function moveTo(
    { id }: Library,
    { from, to }: { readonly from: SearchedLibrary; readonly to: HistoryEntry },
    slice: Slice,
  ): Promise<boolean> {
    const readStored = createReadDir(objects.library(id));
    const readDir: ReadDir = (dirId) => kept.of(dirId, () => readStored(dirId));
    try {
      const changes = await diffTrees(readDir, from.rootId, to.rootId);
      const lastSeq = lastSeqBefore(id, to.seq);
      await applySearchMove({ ...deps, slice }, { from, to, lastSeq, changes, readDir });
      return true;
    } catch (error) {
      if (isUnreadable(error)) return false;
      throw error;
    }
  }

  /** The commit before another one, other than the one that it merged in. */
  function lastSeqBefore(id: LibraryId, seq: number): number {
    const commit = history.findBySeq(id, seq);
    const before = history.findBySeq(id, seq - 1);
    return before !== null && commit?.secondParentId === before.id ? seq - 2 : seq - 1;
  }

  async function readTexts(slice: Slice): Promise<void> {
    for (;;) {
      const texts = await someTexts();
      if (texts.length === 0) return;
      await slice(() => {
        for (const { text, folded } of texts) searchTexts.put(text, folded);
      });
    }
  }

  /** Texts that wait, no more than make a slice. */
  async function someTexts(): Promise<{ readonly text: WaitingText; readonly folded: string | null }[]> {
    const texts: { readonly text: WaitingText; readonly folded: string | null }[] = [];
    let length = 0;
    for (const text of searchTexts.waiting(TEXTS_A_SLICE)) {
      if (length > CHARACTERS_A_SLICE) break;
      const content = await readText(text);
      texts.push({ text, folded: content === null ? null : foldText(content) });
      length += content?.length ?? 0;
    }
    return texts;
  }

  /** Null when it is no text, or cannot be read: the check tells about that. */
  async function readText({ libraryId, fileId }: WaitingText): Promise<string | null> {
    if (fileId === EMPTY_ID) return null;
    const store = objects.library(libraryId);
    try {
      const { blockIds } = decodeFile(fileId, await store.read('fs', fileId));
      const blocks: Uint8Array[] = [];
      for (const id of blockIds) blocks.push(await store.read('block', id));
      return textOf(Buffer.concat(blocks));
    } catch (error) {
      if (isUnreadable(error)) return null;
      throw error;
    }
  }

  return { follow };
}

type Slice = (work: () => void) => Promise<void>;

/** @param work says whether there is more to do */
async function inSlices(slice: Slice, work: () => boolean): Promise<void> {
  let isMore = true;
  while (isMore) {
    await slice(() => {
      isMore = work();
    });
  }
}
