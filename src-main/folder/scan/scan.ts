import { appendAll } from '../../core/append-all.ts';
import { type FolderEntry, isWithin, joinPath, parentPath } from '../../core/folder/folder-entry.ts';
import type { IgnoreMatcher } from '../ignore/ignore.ts';
import type {
  DirListing,
  EarlyScan,
  FolderReader,
  ListedEntry,
  ListRequest,
  RootIdentity,
} from '../ports.ts';
import type { DirtyPaths } from '../watch/event-debouncer.ts';
import { type DirPlan, type FileToRead, type KnownFile, type NewDir, planDirectory } from './plan.ts';

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

export interface ScanDependencies {
  readonly reader: Pick<FolderReader, 'list'>;
  readonly matcher: IgnoreMatcher;
  readonly ignoreText: string;
  /** Folders that are left out by choice. */
  readonly excluded: readonly string[];
  readonly root: RootIdentity;
  /** For a scan that begins before the folder is watched. */
  readonly early?: EarlyScan | undefined;
  readonly rowsIn: (dir: string) => readonly FolderEntry[];
  /** Whether the index has this folder. */
  readonly isKnownDir: (path: string) => boolean;
  readonly rowsByInode: (inode: number) => readonly FolderEntry[];
  /** Files that are left for later because they change all the time. */
  readonly isHeldOff: (path: string, entry: ListedEntry) => boolean;
  readonly onListing: (listing: DirListing) => void;
  /** Which of the rows that are gone are removed now; `arrived` are new files by inode. */
  readonly onGone: (
    rows: readonly FolderEntry[],
    arrived: ReadonlyMap<number, ListedEntry>,
  ) => readonly FolderEntry[];
  /** Whether the index has files that may have moved or gone. */
  readonly mayMove: boolean;
  /** Takes a batch in; scanning goes on when the next one may come, which may be before this one is in the index. */
  readonly onBatch: (batch: ChangeBatch) => Promise<void>;
  /** Resolves when every batch is in the index. */
  readonly whenTaken: () => Promise<void>;
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

/** Compares the places with the index and hands over the differences in batches, the last of them maybe empty. */
export async function scanFolder(places: DirtyPaths, deps: ScanDependencies): Promise<void> {
  const scan = new Scan(deps);
  const first = places.isEverything ? { dirs: [], trees: [''] } : agreedPlaces(places, deps.isKnownDir);
  await scan.list(first, deps.early);
  await scan.takeRest();
  // Folders that are new among those looked at alone, but for those that the first scan saw whole. Their trees are
  // listed whole, so there is no third time.
  const inside = scan.takeFollowUps().filter((dir) => !first.trees.some((tree) => isWithin(dir, tree)));
  await deps.whenTaken();
  if (inside.length > 0) await scan.list({ dirs: [], trees: inside });
  await deps.whenTaken();
  await scan.finish();
  await deps.whenTaken();
}

/**
 * Places as the disk spells them. What is no folder of the index is found by a scan of the folder around it, if it is
 * there: on a disk that folds letter case it would be found under any spelling, and taken in under a wrong name.
 */
function agreedPlaces(
  { dirs, trees }: DirtyPaths,
  isKnownDir: (path: string) => boolean,
): Pick<ListRequest, 'dirs' | 'trees'> {
  const isKnown = (path: string) => path === '' || isKnownDir(path);
  const alone = new Set<string>();
  for (const dir of [...dirs, ...trees]) {
    let at = dir;
    while (!isKnown(at)) at = parentPath(at);
    if (at !== dir || !trees.includes(dir)) alone.add(at);
  }
  const whole = trees.filter(isKnown);
  return { dirs: [...alone].filter((dir) => !whole.some((tree) => isWithin(dir, tree))), trees: whole };
}

class Scan {
  readonly #deps: ScanDependencies;
  readonly #removed: FolderEntry[] = [];
  readonly #arrived = new Map<number, ListedEntry>();
  /** Files in the place of folders, which have to go first. */
  readonly #insteadOfDirs: { reads: FileToRead[]; known: KnownFile[] } = { reads: [], known: [] };
  /** New folders that are not listed themselves yet, by path; parents before what is inside them. */
  readonly #awaited = new Map<string, NewDir>();
  #followUps: string[] = [];
  #batch = emptyBatch();
  #batchFiles = 0;
  #batchBytes = 0;
  #limit = FIRST_BATCH;

  constructor(deps: ScanDependencies) {
    this.#deps = deps;
  }

  async list({ dirs, trees }: Pick<ListRequest, 'dirs' | 'trees'>, early?: EarlyScan): Promise<void> {
    const { reader, ignoreText, excluded, root, matcher, rowsIn, rowsByInode, onListing } = this.#deps;
    const isIgnored = matcher.ignores;
    for await (const listings of reader.list({ dirs, trees, ignoreText, excluded, root, early })) {
      for (const listing of listings) {
        onListing(listing);
        const plan = planDirectory(listing, rowsIn(listing.dir), { rowsByInode, isIgnored });
        await this.#take(plan, listing);
      }
    }
  }

  takeFollowUps(): string[] {
    const followUps = new Set(this.#followUps);
    this.#followUps = [];
    return [...followUps];
  }

  /** Hands over the rest of several batches, unless it has to wait for them because it says what is gone. */
  async takeRest(): Promise<void> {
    if (this.#limit === FIRST_BATCH || this.#removed.length > 0) return;
    this.#announceAll();
    await this.#run();
  }

  async finish(): Promise<void> {
    this.#announceAll();
    const going = this.#deps.onGone(this.#removed, this.#arrived);
    for (const row of going) this.#batch.removed.push(row);
    const free = new Set(going.map((row) => joinPath(row.dir, row.name)));
    const isFree = ({ dir, entry }: NewDir) => free.has(joinPath(dir, entry.name));
    appendAll(this.#batch.known, this.#insteadOfDirs.known.filter(isFree));
    appendAll(this.#batch.reads, this.#insteadOfDirs.reads.filter(isFree));
    await this.#run();
  }

  async #take(plan: DirPlan, { dir, isDeep }: DirListing): Promise<void> {
    this.#announce(dir);
    appendAll(
      this.#batch.replaced,
      plan.replaced.filter((row) => !row.isDir),
    );
    const dirs = plan.replaced.filter((row) => row.isDir);
    // A folder that gives way to a file loses all its files, and that is for the same rule to judge.
    appendAll(this.#removed, dirs);
    const replacedNames = new Set(dirs.map(({ name }) => name));
    for (const found of plan.newDirs) this.#awaited.set(joinPath(found.dir, found.entry.name), found);
    appendAll(this.#batch.exchanged, plan.exchanged);
    for (const row of plan.removed) this.#removed.push(row);
    if (!isDeep) {
      for (const found of [...plan.newDirs, ...plan.exchanged])
        this.#followUps.push(joinPath(found.dir, found.entry.name));
    }
    for (const file of plan.known) {
      if (replacedNames.has(file.entry.name)) {
        this.#insteadOfDirs.known.push(file);
        continue;
      }
      this.#batch.known.push(file);
      this.#arrive(file.entry);
      await this.#count(0);
    }
    for (const file of plan.read) {
      if (this.#deps.isHeldOff(joinPath(file.dir, file.entry.name), file.entry)) continue;
      if (replacedNames.has(file.entry.name)) {
        this.#insteadOfDirs.reads.push(file);
        continue;
      }
      this.#batch.reads.push(file);
      if (file.row === null) this.#arrive(file.entry);
      await this.#count(file.entry.sizeBytes);
    }
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
    if (this.#deps.mayMove && this.#arrived.size < MAX_ARRIVED) this.#arrived.set(entry.inode, entry);
  }

  async #count(sizeBytes: number): Promise<void> {
    this.#batchFiles += 1;
    this.#batchBytes += sizeBytes;
    if (this.#batchFiles < this.#limit.files && this.#batchBytes < this.#limit.bytes) return;
    const { files, bytes } = this.#limit;
    this.#limit = {
      files: Math.min(2 * files, MAX_BATCH.files),
      bytes: Math.min(2 * bytes, MAX_BATCH.bytes),
    };
    await this.#run();
  }

  async #run(): Promise<void> {
    const batch = this.#batch;
    this.#batch = emptyBatch();
    this.#batchFiles = 0;
    this.#batchBytes = 0;
    await this.#deps.onBatch(batch);
  }
}

function emptyBatch(): ChangeBatch {
  return { reads: [], known: [], newDirs: [], exchanged: [], replaced: [], removed: [] };
}

export function isEmptyBatch(batch: ChangeBatch): boolean {
  return Object.values(batch).every((part: readonly unknown[]) => part.length === 0);
}
