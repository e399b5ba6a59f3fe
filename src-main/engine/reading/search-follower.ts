import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { SEARCHED_ROWS_EXAMINED_MAX, TEXT_MAX_BYTES } from '../../core/limits.ts';
import { foldText } from '../../core/search/name-query.ts';
import { textOf } from '../../core/search/text-kind.ts';
import { diffTrees, TooManyChanges, WITHOUT_END } from '../../core/tree/diff.ts';
import type { ReadDir } from '../../core/tree/read-dir.ts';
import type { HistoryEntry, HistoryTable } from '../../store/sqlite/history.ts';
import type { SearchedLibrary } from '../../store/sqlite/search-index.ts';
import type { WaitingText } from '../../store/sqlite/search-texts.ts';
import type { Ports } from '../ports.ts';
import { yieldToEventLoop } from '../scheduling/yield-to-event-loop.ts';
import { createReadDir } from './directory-reader.ts';
import { DirentCache } from './dirent-cache.ts';
import { readWhole } from './file-content.ts';
import { type SearchJob, SearchScheduler, type Slice, type Slices, Stopped } from './search-scheduler.ts';
import { applySearchMove } from './search-steps.ts';
import { isUnreadable } from './stored-commits.ts';

export interface SearchFollowerDependencies
  extends Pick<
    Ports,
    | 'libraryTable'
    | 'folderLibraryTable'
    | 'historyTable'
    | 'objects'
    | 'searchIndex'
    | 'searchTexts'
    | 'searchRemoval'
    | 'transaction'
  > {
  /** Rows of both trees that are read to compare two commits. */
  readonly rowsExaminedMax?: number;
}

export interface FollowOptions {
  /** Ends the work after the slice that it is at; the next call goes on there. */
  readonly signal?: AbortSignal;
  /** Awaited after each slice: other work has its turn meanwhile. */
  readonly rest: () => Promise<void>;
}

const REMOVED_A_SLICE = 500;
const TEXTS_A_SLICE = 50;
/** Of the full-text index, some ten milliseconds. */
const PAGES_A_SLICE = 100;
/** Some ten milliseconds of words. */
const CHARACTERS_A_SLICE = 60_000;

/** A comparison that reads more than one commit is worth. */
class TooMuch extends Error {}

/** Called while a library's work takes long without a slice. @throws Stopped */
type Pause = () => Promise<void>;

interface Step {
  readonly from: SearchedLibrary;
  readonly to: HistoryEntry;
}

/**
 * Brings the search index up to the heads, library by library in turns: names first, then texts. It runs behind the
 * commits, so that no commit waits for it, and reads them in their order, so that it knows what was when.
 */
export type SearchFollower = ReturnType<typeof createSearchFollower>;

export function createSearchFollower(deps: SearchFollowerDependencies) {
  const { libraryTable, folderLibraryTable, searchIndex, searchRemoval, transaction } = deps;
  const names = createNameFollower(deps);
  const readTexts = createTextReader(deps);

  /** @returns whether everything is in; false when it was stopped */
  async function follow({ signal, rest }: FollowOptions): Promise<boolean> {
    const goOn = () => {
      if (signal?.aborted === true) throw new Stopped();
    };
    const scheduler = new SearchScheduler(async (slice) => {
      goOn();
      transaction(slice);
      await rest();
    });
    try {
      let isMore: boolean;
      do {
        isMore = await scheduler.round(jobs(goOn));
      } while (isMore);
    } catch (error) {
      if (error instanceof Stopped) return false;
      throw error;
    }
    scheduler.rethrow();
    return true;
  }

  /** What there may be to do as things are now, for each library. */
  function jobs(goOn: () => void): SearchJob[] {
    const all = [...libraryTable.allKept(), ...folderLibraryTable.all()];
    const ids = new Set(all.map(({ id }) => id));
    const gone = searchIndex.all().filter(({ libraryId }) => !ids.has(libraryId));
    const ended = all.filter(({ retainedFromSeq }) => retainedFromSeq > 1);
    const live = [...libraryTable.all(), ...folderLibraryTable.all()];
    const followed = live.filter(({ encryption }) => encryption === null);
    return [
      ...gone.map((library) => jobOf(`gone ${library.key}`, 0, () => removeLibrary(searchRemoval, library))),
      ...ended.map(({ id, retainedFromSeq }) =>
        jobOf(`ended ${id}`, retainedFromSeq, () => removeEnded(deps, id, retainedFromSeq)),
      ),
      ...followed.map(({ id, headSeq }) => {
        const isWanted = () => libraryTable.find(id) !== null;
        const pause = async () => {
          await yieldToEventLoop();
          goOn();
          if (!isWanted()) throw new Stopped();
        };
        return { ...jobOf(id, headSeq, () => followLibrary(id, pause)), isWanted };
      }),
    ];
  }

  async function* followLibrary(id: LibraryId, pause: Pause): Slices {
    const library = libraryTable.find(id);
    if (library === null) return;
    yield* names.follow(library, pause);
    yield* readTexts(names.keyOf(id));
  }

  return { follow };
}

/** A library that is gone, with every word of it: what was erased or purged must not be read in the database. */
async function* removeLibrary(
  searchRemoval: SearchFollowerDependencies['searchRemoval'],
  { key, isLetGo }: SearchedLibrary,
): Slices {
  yield* inSlices(() => searchRemoval.items(key, REMOVED_A_SLICE));
  let isFirst = true;
  if (!isLetGo)
    yield* inSlices(() => {
      const isMore = searchRemoval.merge(PAGES_A_SLICE, isFirst);
      isFirst = false;
      return isMore;
    });
  // Last, so that after a stop all of it is done again.
  yield () => searchRemoval.library(key);
}

/** What retention and the collection of garbage have released. */
async function* removeEnded(
  { searchIndex, searchRemoval }: SearchFollowerDependencies,
  id: LibraryId,
  before: number,
): Slices {
  const key = searchIndex.find(id)?.key;
  if (key !== undefined) yield* inSlices(() => searchRemoval.endedBefore(key, before, REMOVED_A_SLICE) > 0);
}

/** Takes the items of a library into the index, commit by commit. */
function createNameFollower(deps: SearchFollowerDependencies) {
  const { historyTable, objects } = deps;
  const { begun, begunAnew, isRoomAgain } = createBeginnings(deps);
  const rowsExaminedMax = deps.rowsExaminedMax ?? SEARCHED_ROWS_EXAMINED_MAX;
  /** Heads that could not be read: they are not tried again before they move. */
  const unreadable = new Map<LibraryId, number>();
  /** Where a long folder came to with one commit is where the next one starts from. */
  const kept = new DirentCache();

  async function* follow(library: Library, pause: Pause): Slices {
    if (unreadable.get(library.id) === library.headSeq) return;
    let from = begun(library.id);
    if (from.seq === library.headSeq) return;
    let last = from.seq;
    if (isRoomAgain(from, library)) {
      from = begunAnew(from, library);
      // Through its history it would come to where there was no room.
      last = library.headSeq - 1;
    } else if (from.seq > 0 && from.seq < library.retainedFromSeq) {
      // Its tree may be gone, and nothing can be compared with it then.
      from = begunAnew(from);
    }
    for (
      let next = nextCommit(historyTable, library, last);
      next !== null;
      next = nextCommit(historyTable, library, next.seq)
    ) {
      const isIn = yield* moveOrBeginAnew(library, { from, to: next }, pause);
      if (isIn) from = begun(library.id);
      else if (next.seq === library.headSeq) unreadable.set(library.id, next.seq);
    }
  }

  /** What changed more than can be compared is taken in as it is then, and what was before is forgotten. */
  async function* moveOrBeginAnew(
    library: Library,
    { from, to }: Step,
    pause: Pause,
  ): AsyncGenerator<Slice, boolean, void> {
    try {
      return yield* moveTo(library, { from, to }, pause);
    } catch (error) {
      if (!(error instanceof TooMuch) && !(error instanceof TooManyChanges)) throw error;
    }
    return yield* moveTo(library, { from: begunAnew(from), to }, pause, WITHOUT_END);
  }

  /** False when a tree cannot be read: the next commit is compared with the same one then. */
  async function* moveTo(
    { id }: Library,
    { from, to }: Step,
    pause: Pause,
    most?: typeof WITHOUT_END,
  ): AsyncGenerator<Slice, boolean, void> {
    const readStored = createReadDir(objects.library(id));
    const readDir: ReadDir = (dirId) => kept.of(dirId, () => readStored(dirId));
    try {
      const reading = atMost(rowsExaminedMax, readDir);
      const changes = await diffTrees(reading, from.rootId, to.rootId, { yieldToEventLoop: pause, most });
      const lastSeq = lastSeqBefore(historyTable, { id, seq: to.seq });
      yield* applySearchMove(deps, { from, to, lastSeq, changes, readDir });
      return true;
    } catch (error) {
      if (isUnreadable(error)) return false;
      throw error;
    }
  }

  return { follow, keyOf: (id: LibraryId): number => begun(id).key };
}

/** Where the index of each library stands, and how it is begun anew. */
function createBeginnings({ searchIndex, transaction }: SearchFollowerDependencies) {
  /** How many files a library had when it was begun anew in vain: folders, which fill it too, are not counted. */
  const begunAnewWith = new Map<LibraryId, number>();

  function begun(id: LibraryId): SearchedLibrary {
    const known = searchIndex.find(id);
    if (known !== null) return known;
    transaction(() => searchIndex.begin(id));
    return begun(id);
  }

  /** Whether files were left out for which there would be room by now: what took it has gone. */
  function isRoomAgain({ hasLeftOut, itemCount, seq }: SearchedLibrary, { id, fileCount }: Library): boolean {
    if (!hasLeftOut && seq > 0) begunAnewWith.delete(id);
    const most = Math.min(searchIndex.itemsMax, begunAnewWith.get(id) ?? Number.POSITIVE_INFINITY);
    return hasLeftOut && itemCount < fileCount && fileCount <= most / 2;
  }

  /** @param forRoom the library, where it is begun anew because there may be room by now */
  function begunAnew({ key, libraryId }: SearchedLibrary, forRoom?: Library): SearchedLibrary {
    if (forRoom !== undefined) begunAnewWith.set(libraryId, forRoom.fileCount);
    transaction(() => searchIndex.letGo(key));
    return begun(libraryId);
  }

  return { begun, begunAnew, isRoomAgain };
}

/** Reads the texts that wait, a slice at a time. */
function createTextReader({ objects, searchTexts }: SearchFollowerDependencies) {
  async function* readTexts(key: number): Slices {
    for (;;) {
      const texts = await someTexts(key);
      if (texts.length === 0) return;
      yield () => {
        for (const { text, folded } of texts) searchTexts.put(text, folded);
      };
    }
  }

  /** Texts that wait, no more than make a slice. */
  async function someTexts(
    key: number,
  ): Promise<{ readonly text: WaitingText; readonly folded: string | null }[]> {
    const texts: { readonly text: WaitingText; readonly folded: string | null }[] = [];
    let length = 0;
    for (const text of searchTexts.waiting(key, TEXTS_A_SLICE)) {
      if (length > CHARACTERS_A_SLICE) break;
      const content = await readText(text);
      texts.push({ text, folded: content === null ? null : foldText(content) });
      length += content?.length ?? 0;
    }
    return texts;
  }

  /** Null when it is no text, or cannot be read, which the check tells about: no text must keep the others out. */
  async function readText({ libraryId, fileId }: WaitingText): Promise<string | null> {
    const store = objects.library(libraryId);
    try {
      const bytes = await readWhole({ store, id: fileId, fileKey: null }, TEXT_MAX_BYTES);
      return bytes && textOf(bytes);
    } catch (error) {
      if (isOfSystem(error)) throw error;
      return null;
    }
  }

  return readTexts;
}

/** The next commit whose tree was the library's: what a device brought and was merged at once was never that. */
function nextCommit(
  historyTable: Pick<HistoryTable, 'findBySeq'>,
  { id, headSeq, retainedFromSeq }: Library,
  after: number,
): HistoryEntry | null {
  const seq = Math.max(after + 1, retainedFromSeq);
  if (seq > headSeq) return null;
  const commit = historyTable.findBySeq(id, seq);
  if (commit === null) return null;
  const following = historyTable.findBySeq(id, seq + 1);
  return following?.secondParentId === commit.id ? following : commit;
}

/** The commit before another one, other than the one that it merged in. */
function lastSeqBefore(
  historyTable: Pick<HistoryTable, 'findBySeq'>,
  { id, seq }: { readonly id: LibraryId; readonly seq: number },
): number {
  const commit = historyTable.findBySeq(id, seq);
  const before = historyTable.findBySeq(id, seq - 1);
  return before !== null && commit?.secondParentId === before.id ? seq - 2 : seq - 1;
}

/** Whether the system failed, short of descriptors for example, which says nothing about what is stored. */
function isOfSystem(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}

/** @throws TooMuch once more rows than that were read */
function atMost(rowsMax: number, readDir: ReadDir): ReadDir {
  let count = 0;
  return async (id) => {
    const rows = await readDir(id);
    count += rows.length + 1;
    if (count > rowsMax) throw new TooMuch();
    return rows;
  };
}

const jobOf = (id: string, version: number, begin: () => Slices): SearchJob => ({
  ...{ id, version, begin },
  isWanted: () => true,
});

/** @param work says whether there is more to do */
async function* inSlices(work: () => boolean): Slices {
  let isMore = true;
  while (isMore)
    yield () => {
      isMore = work();
    };
}
