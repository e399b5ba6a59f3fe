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

/** Differences that are taken into the library together. */
export interface ChangeBatch {
  readonly reads: FileToRead[];
  readonly known: KnownFile[];
  /** Parents before what is inside them. */
  readonly newDirs: NewDir[];
  /** Folders whose rows need a new identity. */
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
  /** Whether files in the index may have moved: only then inodes have to be looked up. */
  readonly mayMove: boolean;
}

/**
 * A very large import is committed in slices, which bounds what a crash undoes and how long a commit locks the library.
 * Removals wait for the last slice, so that a moved folder is known while its files are found at the new place.
 */
const MAX_BATCH = { files: 4_000, bytes: 1024 * 1024 * 1024 };
/**
 * Batches start small and double: the first files are in history at once, and reading continues beside the first
 * commit.
 */
const FIRST_BATCH = { files: 1_000, bytes: 16 * 1024 * 1024 };

/** Beyond this, moved files count as deleted, so a person is asked more often than needed, but nothing is lost. */
const MAX_ARRIVED = 200_000;

/**
 * Places spelled as in the index. A scan of the parent finds a folder that is not in the index: on a disk that folds
 * letter case it would be found under any spelling, and taken in under a wrong name.
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
 * Compares listings with the index and gathers the differences into batches. Pure except for reading the index. The
 * caller lists `first`, takes the remains of several batches (`rest`), lists `followUps`, and gets the last batch from
 * `finish`; before `rest` and `finish`, every earlier batch has to be in the index.
 */
export class Scan {
  readonly first: ListedPlaces;
  readonly #facts: ScanFacts;
  readonly #planFacts: PlanFacts;
  readonly #gone: FolderEntry[] = [];
  readonly #arrived = new Map<number, ListedEntry>();
  /** Files that take the place of folders, which have to go first. */
  readonly #insteadOfDirs: { reads: FileToRead[]; known: KnownFile[] } = { reads: [], known: [] };
  /** New folders that have not been listed yet, by path; parents first. */
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
   * New folders found by listing single folders, except those that the first listing included. Their trees are listed
   * completely, so no third listing is needed.
   */
  get followUps(): ListedPlaces {
    const trees = [...this.#inside].filter((dir) => !this.first.trees.some((tree) => isWithin(dir, tree)));
    return { dirs: [], trees };
  }

  /** Rows of items that are gone from the disk. */
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
   * Gathers the differences of a plan and yields full batches; ask for the next one when it may come.
   * @param wanted the files of the plan to read now
   */
  *take(plan: DirPlan, { dir, isDeep }: DirListing, wanted: Iterable<FileToRead>): Generator<ChangeBatch> {
    this.#announce(dir);
    const [dirs, files] = [plan.replaced.filter(isRowOfDir), plan.replaced.filter((row) => !row.isDir)];
    appendAll(this.#batch.replaced, files);
    // A folder replaced by a file loses all its files, to which the same rule applies.
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

  /** The remains of several batches, unless they include removals, which have to wait. */
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

  /** A new folder comes with its contents, so that history shows most folders as added rather than each file. */
  #announce(path: string): void {
    const found = this.#awaited.get(path);
    if (found === undefined) return;
    this.#awaited.delete(path);
    this.#batch.newDirs.push(found);
  }

  #arrive(entry: ListedEntry): void {
    if (this.#facts.mayMove && this.#arrived.size < MAX_ARRIVED) this.#arrived.set(entry.inode, entry);
  }

  /** Counts one more file. */
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
