import { LRUCache } from 'lru-cache';
import { DomainError } from '../../core/errors.ts';
import type { FileKey } from '../../core/library/encryption.ts';
import type { Library } from '../../core/library/library.ts';
import { compareNames, type DirDirent, type Dirent, type FileDirent } from '../../core/objects/dir-object.ts';
import { type CommitId, EMPTY_ID, type ObjectId } from '../../core/objects/object-id.ts';
import { inSteps, mapInSteps, SHORT_KEYS_RUN_ROWS, type Steps, sortInSteps } from '../../core/steps.ts';
import type { LookedUpTree } from '../../core/tree/place-items.ts';
import type { ReadDir } from '../../core/tree/read-dir.ts';
import { countEntries, countTree, type TreeTotals } from '../../core/tree/statistics.ts';
import { createTreeLookup, findEntry } from '../../core/tree/tree-lookup.ts';
import { type WalkedEntry, walkTree } from '../../core/tree/walk.ts';
import type { NewFile } from '../../store/objects/object-store.ts';
import type { HistoryEntry } from '../../store/sqlite/history.ts';
import type { Ports } from '../ports.ts';
import { yieldToEventLoop } from '../scheduling/yield-to-event-loop.ts';
import { WideFolders } from './directory-reader.ts';
import { DirentCache } from './dirent-cache.ts';
import {
  decodeFileYielding,
  openContent,
  type StoredFile,
  readWhole as wholeContent,
} from './file-content.ts';
import { FolderSizes, ofFile } from './folder-sizes.ts';
import type { HeavyReading } from './heavy-reading.ts';
import type { ReadingMemory } from './read-ahead.ts';
import { type RetainedReaderDependencies, retainedReader } from './retained-reader.ts';

export interface FolderListing {
  /** Id of the dir object. */
  readonly id: ObjectId;
  /** Folders first, each kind by name without regard to letter case. */
  readonly dirents: readonly Dirent[];
}

export interface LibraryContentsDependencies
  extends RetainedReaderDependencies,
    Pick<Ports, 'historyTable' | 'pinTable'> {
  readonly reading: HeavyReading;
}

export interface MeasuredTree extends TreeTotals {
  /** Last modifier of the newest file; empty: there is no file, or it is unknown. */
  readonly modifier: string;
}

/** Reading the tree of a library that the use case has already let the caller reach. */
export type LibraryContents = ReturnType<typeof createLibraryContents>;

/** Programs list the same folders again and again. */
const COUNTS_KEPT = 1_000;

export function createLibraryContents(deps: LibraryContentsDependencies) {
  const wide = new WideFolders();
  const readDirOf = (library: Library) => wide.readDirOf(library.id, retainedReader(deps, library));
  return {
    ...createTreeReading(deps, readDirOf),
    ...createFileReading(deps),
    ...createMeasures(deps, readDirOf),
  };
}

type ReadDirOf = (library: Library) => ReadDir;

/** Listings and paths, now or at a commit. */
function createTreeReading({ historyTable, pinTable }: LibraryContentsDependencies, readDirOf: ReadDirOf) {
  const direntCache = new DirentCache();

  /** The root at a commit, or now. @throws DomainError `commit-not-found` */
  function rootAt(library: Library, commitId: CommitId | null): ObjectId {
    return commitId === null ? library.rootId : commitAt(library, commitId).rootId;
  }

  /** Null when nothing is there. @throws DomainError `commit-not-found` */
  function entryAt(library: Library, path: string, commitId: CommitId | null = null): Promise<Dirent | null> {
    return findEntry(readDirOf(library), rootAt(library, commitId), path);
  }

  /** @throws DomainError `folder-not-found`, `not-a-folder`, `commit-not-found` */
  async function folder(
    library: Library,
    path: string,
    commitId: CommitId | null = null,
  ): Promise<DirDirent> {
    const found = await entryAt(library, path, commitId);
    if (found === null) throw new DomainError('folder-not-found', { value: path });
    if (found.kind !== 'dir') throw new DomainError('not-a-folder', { value: path });
    return found;
  }

  /** @throws DomainError as `folder` */
  async function list(
    library: Library,
    path: string,
    commitId: CommitId | null = null,
  ): Promise<FolderListing> {
    const { id } = await folder(library, path, commitId);
    const dirents = await direntCache.of(`${library.id} ${id}`, async () =>
      inSteps(sortForPeople(await readDirOf(library)(id)), yieldToEventLoop),
    );
    return { id, dirents };
  }

  /** @throws DomainError `item-not-found`, `commit-not-found` */
  async function entry(library: Library, path: string, commitId: CommitId | null = null): Promise<Dirent> {
    const found = await entryAt(library, path, commitId);
    if (found === null) throw new DomainError('item-not-found', { value: path });
    return found;
  }

  /**
   * What was known of a commit when it was made.
   * @throws DomainError `commit-not-found`
   */
  function commitAt(library: Library, commitId: CommitId): HistoryEntry {
    const commit = historyTable.find(library.id, commitId);
    // Of a commit before the kept ones only the commit itself is still here, unless it is pinned.
    const isKept =
      commit !== null && (commit.seq >= library.retainedFromSeq || pinTable.has(library.id, commit.seq));
    if (!isKept) {
      throw new DomainError('commit-not-found', { value: commitId });
    }
    return commit;
  }

  /** Looks up many paths of the tree as it is. It keeps what it read for as long as it lives. */
  function lookUp(library: Library): LookedUpTree {
    return { lookup: createTreeLookup(readDirOf(library), yieldToEventLoop), rootId: library.rootId };
  }

  /** Everything below a folder, parents before children. */
  function walk(library: Library, folderId: ObjectId): AsyncGenerator<WalkedEntry> {
    return walkTree(readDirOf(library), folderId);
  }

  return { folder, list, entry, entryAt, commitAt, lookUp, walk };
}

/** Contents of files. */
function createFileReading(deps: LibraryContentsDependencies) {
  function stored(library: Library, { id }: Pick<FileDirent, 'id'>, fileKey: FileKey | null): StoredFile {
    return { store: retainedReader(deps, library), id, fileKey };
  }

  /** What a file holds. @param fileKey null for a plain library @throws DomainError `object-missing`, `object-corrupt` */
  function open(library: Library, file: Pick<FileDirent, 'id'>, fileKey: FileKey | null = null) {
    return openContent(stored(library, file, fileKey));
  }

  /** All bytes of a file. @throws DomainError as `FileContent.read` (while reading) */
  async function* read(
    library: Library,
    file: Pick<FileDirent, 'id'>,
    fileKey: FileKey | null = null,
    memory?: ReadingMemory,
  ): AsyncGenerator<Buffer> {
    yield* (await open(library, file, fileKey)).read(undefined, memory);
  }

  /** All bytes of a file in one piece; null when there are more than that. @throws DomainError as `FileContent.read` */
  function readWhole(
    library: Library,
    file: Pick<FileDirent, 'id'>,
    { fileKey, maxBytes }: { readonly fileKey: FileKey | null; readonly maxBytes: number },
  ): Promise<Buffer | null> {
    return wholeContent(stored(library, file, fileKey), maxBytes);
  }

  /** As `LibraryObjects.writeOut`. */
  function writeOut(library: Library, files: readonly NewFile[]): Promise<readonly number[]> {
    return deps.objects.library(library.id).writeOut(files);
  }

  /** The blocks of a file in order, repeats included. @throws DomainError `object-missing`, `object-corrupt` */
  async function blockIds(library: Library, { id }: Pick<FileDirent, 'id'>): Promise<readonly ObjectId[]> {
    if (id === EMPTY_ID) return [];
    const bytes = await retainedReader(deps, library).read('fs', id);
    return (await decodeFileYielding(id, bytes)).blockIds;
  }

  return { open, read, readWhole, writeOut, blockIds };
}

/** Sizes and counts. */
function createMeasures({ reading }: LibraryContentsDependencies, readDirOf: ReadDirOf) {
  const folderSizes = new FolderSizes();
  /** Entries below a folder, by its id, which names all of them. */
  const counts = new LRUCache<ObjectId, number>({ max: COUNTS_KEPT });

  /** How many files and folders are below a folder, counted without walking what repeats, in the turn of that person. */
  async function count(library: Library, folderId: ObjectId, person: string): Promise<number> {
    const known = counts.get(folderId);
    if (known !== undefined) return known;
    const counted = await reading.run(person, (one) =>
      countEntries(one.counting(readDirOf(library)), folderId),
    );
    counts.set(folderId, counted);
    return counted;
  }

  /** How many files an item holds, and their bytes; one for a file. */
  async function measure(library: Library, item: Dirent): Promise<TreeTotals> {
    if (item.kind === 'file') return { fileCount: 1, sizeBytes: item.sizeBytes };
    return countTree(readDirOf(library), item.id);
  }

  /**
   * As `measure`, with the last modifier, waiting for a turn of that person. Not for callers that hold a turn or the lock of
   * a library.
   * @throws the signal's reason
   */
  async function measureFor(
    person: string,
    library: Library,
    { item, signal }: { readonly item: Dirent; readonly signal?: AbortSignal | undefined },
  ): Promise<MeasuredTree> {
    const readDir = readDirOf(library);
    const whileWanted: ReadDir = (id) => {
      signal?.throwIfAborted();
      return readDir(id);
    };
    const size =
      item.kind === 'file'
        ? ofFile(item)
        : await reading.run(person, (one) => folderSizes.of(item.id, one.counting(whileWanted)));
    return { fileCount: size.files, sizeBytes: size.bytes, modifier: size.modifier };
  }

  return {
    count,
    measure,
    measureFor,
    /** Sizes of folders, remembered by id. */
    folderSizes,
  };
}

/** Folders first, then by name without regard to letter case; names that differ only in it stay in a fixed order. */
function* sortForPeople(dirents: readonly Dirent[]): Steps<Dirent[]> {
  const rows = yield* mapInSteps(dirents, (dirent) => ({ dirent, key: dirent.name.toLowerCase() }));
  const sorted = yield* sortInSteps(rows, asPeopleSort, SHORT_KEYS_RUN_ROWS);
  return yield* mapInSteps(sorted, (row) => row.dirent);
}

interface NamedRow {
  readonly dirent: Dirent;
  readonly key: string;
}

function asPeopleSort(a: NamedRow, b: NamedRow): number {
  if (a.dirent.kind !== b.dirent.kind) return a.dirent.kind === 'dir' ? -1 : 1;
  if (a.key !== b.key) return a.key < b.key ? -1 : 1;
  return compareNames(a.dirent.name, b.dirent.name);
}
