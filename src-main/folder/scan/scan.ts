import { appendAll } from '../../core/append-all.ts';
import { type FolderEntry, isWithin, joinPath, parentPath } from '../../core/folder/folder-entry.ts';
import type { IgnoreMatcher } from '../ignore/ignore.ts';
import type { DirListing, FolderIndex, ListedEntry, ListRequest } from '../ports.ts';
import type { DirtyPaths } from '../watch/event-debouncer.ts';
import {
  type DirPlan,
  type FileToRead,
  type KnownFile,
  type NewDir,
  type PlanFacts,
  planDirectory,
} from './plan.ts';

/** Differences to take into the library together. */
export interface ChangeBatch {
  readonly reads: FileToRead[];
  readonly known: KnownFile[];
  /** Parents before what is inside them. */
  readonly newDirs: NewDir[];
  /** Folders whose row needs their new identity. */
  readonly exchanged: NewDir[];
  readonly replaced: FolderEntry[];
  readonly removed: FolderEntry[];
}

/** Folders to list, alone or with everything inside them. */
type ListedPlaces = Pick<ListRequest, 'dirs' | 'trees'>;

export interface ScanFacts {
  readonly index: Pick<FolderIndex, 'entriesIn' | 'byInode' | 'find'>;
  readonly folderKey: number;
  readonly matcher: IgnoreMatcher;
  /** Whether the index has files that may have moved or gone: only then inodes are worth asking about. */
  readonly mayMove: boolean;
}

/**
 * A very large import commits in slices: what a crash takes back, and how long a commit keeps the library locked, stay
 * bounded. Removals wait for the last slice, so that a folder which was moved is known while its files are seen anew.
 */
const MAX_BATCH = { files: 4_000, bytes: 1024 * 1024 * 1024 };
/** Batches begin small and double: the first files are in history at once, and reading goes on beside the first commit. */
const FIRST_BATCH = { files: 1_000, bytes: 16 * 1024 * 1024 };

/** Beyond it a move of files counts as a deletion, which asks a person more often than needed but loses nothing. */
const MAX_ARRIVED = 200_000;

/**
 * Places as the disk spells them. What is no folder of the index is found by a scan of the folder around it, if it is
 * there: on a disk that folds letter case it would be found under any spelling, and taken in under a wrong name.
 */
function agreedPlaces(
  { dirs, trees }: DirtyPaths,
  { index, folderKey }: Pick<ScanFacts, 'index' | 'folderKey'>,
): ListedPlaces {
  const isKnown = (path: string) => path === '' || index.find(folderKey, path)?.isDir === true;
  const alone = new Set<string>();
  for (const dir of [...dirs, ...trees]) {
    let at = dir;
    while (!isKnown(at)) at = parentPath(at);
    if (at !== dir || !trees.includes(dir)) alone.add(at);
  }
  const whole = trees.filter(isKnown);
  return { dirs: [...alone].filter((dir) => !whole.some((tree) => isWithin(dir, tree))), trees: whole };
}

/**
 * Compares listings with the index and gathers what differs into batches. Pure but for its looks at the index. Its user
 * lists `first`, takes what is left of several batches (`rest`), then lists `followUps`, and gets the last batch by
 * `finish`, before either of which every batch until then has to be in the index.
 */
export class Scan {
  readonly first: ListedPlaces;
  readonly #facts: ScanFacts;
  readonly #planFacts: PlanFacts;
  readonly #gone: FolderEntry[] = [];
  readonly #arrived = new Map<number, ListedEntry>();
  /** Files in the place of folders, which have to go first. */
  readonly #insteadOfDirs: { reads: FileToRead[]; known: KnownFile[] } = { reads: [], known: [] };
  /** New folders that are not listed themselves yet, by path; parents before what is inside them. */
  readonly #awaited = new Map<string, NewDir>();
  readonly #inside = new Set<string>();
  #batch = emptyBatch();
  #batchFiles = 0;
  #batchBytes = 0;
  #limit = FIRST_BATCH;

  constructor(places: DirtyPaths, facts: ScanFacts) {
    const { index, folderKey, matcher, mayMove } = facts;
    this.#facts = facts;
    this.#planFacts = {
      rowsByInode: (inode) => (mayMove ? index.byInode(folderKey, inode) : []),
      isIgnored: matcher.ignores,
    };
    this.first = places.isEverything ? { dirs: [], trees: [''] } : agreedPlaces(places, facts);
  }

  /**
   * Folders that are new among those looked at alone, but for those that the first listing saw whole. Their trees are
   * listed whole, so there is no third time.
   */
  get followUps(): ListedPlaces {
    const trees = [...this.#inside].filter((dir) => !this.first.trees.some((tree) => isWithin(dir, tree)));
    return { dirs: [], trees };
  }

  /** Rows that are gone from the disk. */
  get gone(): readonly FolderEntry[] {
    return this.#gone;
  }

  /** New files by inode: what is gone may only have moved. */
  get arrived(): ReadonlyMap<number, ListedEntry> {
    return this.#arrived;
  }

  plan(listing: DirListing): DirPlan {
    const { index, folderKey } = this.#facts;
    return planDirectory(listing, index.entriesIn(folderKey, listing.dir), this.#planFacts);
  }

  /**
   * Gathers what is in a plan, and gives the batches that are full; the next one is asked for when it may come.
   * @param wanted those of its files to read that are not left for later
   */
  *take(plan: DirPlan, { dir, isDeep }: DirListing, wanted: Iterable<FileToRead>): Generator<ChangeBatch> {
    this.#announce(dir);
    const [dirs, files] = [plan.replaced.filter(isRowOfDir), plan.replaced.filter((row) => !row.isDir)];
    appendAll(this.#batch.replaced, files);
    // A folder that gives way to a file loses all its files, and that is for the same rule to judge.
    appendAll(this.#gone, dirs);
    const replacedNames = new Set(dirs.map(({ name }) => name));
    for (const found of plan.newDirs) this.#awaited.set(joinPath(found.dir, found.entry.name), found);
    appendAll(this.#batch.exchanged, plan.exchanged);
    appendAll(this.#gone, plan.removed);
    if (!isDeep) {
      for (const found of [...plan.newDirs, ...plan.exchanged])
        this.#inside.add(joinPath(found.dir, found.entry.name));
    }
    for (const file of plan.known) {
      if (replacedNames.has(file.entry.name)) {
        this.#insteadOfDirs.known.push(file);
        continue;
      }
      this.#batch.known.push(file);
      this.#arrive(file.entry);
      if (this.#isFullWith(0)) yield this.#takeBatch();
    }
    for (const file of wanted) {
      if (replacedNames.has(file.entry.name)) {
        this.#insteadOfDirs.reads.push(file);
        continue;
      }
      this.#batch.reads.push(file);
      if (file.row === null) this.#arrive(file.entry);
      if (this.#isFullWith(file.entry.sizeBytes)) yield this.#takeBatch();
    }
  }

  /** The rest of several batches, unless it has to wait for them because it says what is gone. */
  *rest(): Generator<ChangeBatch> {
    if (this.#limit === FIRST_BATCH || this.#gone.length > 0) return;
    this.#announceAll();
    yield this.#takeBatch();
  }

  /** @param going those of `gone` that are removed now */
  finish(going: readonly FolderEntry[]): ChangeBatch {
    this.#announceAll();
    appendAll(this.#batch.removed, going);
    const free = new Set(going.map((row) => joinPath(row.dir, row.name)));
    const isFree = ({ dir, entry }: NewDir) => free.has(joinPath(dir, entry.name));
    appendAll(this.#batch.known, this.#insteadOfDirs.known.filter(isFree));
    appendAll(this.#batch.reads, this.#insteadOfDirs.reads.filter(isFree));
    return this.#takeBatch();
  }

  #announceAll(): void {
    for (const path of [...this.#awaited.keys()]) this.#announce(path);
  }

  /** A new folder comes with what is in it, so that history says of most that they were added, not of each of their files. */
  #announce(path: string): void {
    const found = this.#awaited.get(path);
    if (found === undefined) return;
    this.#awaited.delete(path);
    this.#batch.newDirs.push(found);
  }

  #arrive(entry: ListedEntry): void {
    if (this.#facts.mayMove && this.#arrived.size < MAX_ARRIVED) this.#arrived.set(entry.inode, entry);
  }

  /** Counts one more file in. */
  #isFullWith(sizeBytes: number): boolean {
    this.#batchFiles += 1;
    this.#batchBytes += sizeBytes;
    const { files, bytes } = this.#limit;
    if (this.#batchFiles < files && this.#batchBytes < bytes) return false;
    this.#limit = {
      files: Math.min(2 * files, MAX_BATCH.files),
      bytes: Math.min(2 * bytes, MAX_BATCH.bytes),
    };
    return true;
  }

  #takeBatch(): ChangeBatch {
    const batch = this.#batch;
    this.#batch = emptyBatch();
    this.#batchFiles = 0;
    this.#batchBytes = 0;
    return batch;
  }
}

function isRowOfDir({ isDir }: FolderEntry): boolean {
  return isDir;
}

function emptyBatch(): ChangeBatch {
  return { reads: [], known: [], newDirs: [], exchanged: [], replaced: [], removed: [] };
}

export function isEmptyBatch(batch: ChangeBatch): boolean {
  return Object.values(batch).every((part: readonly unknown[]) => part.length === 0);
}
