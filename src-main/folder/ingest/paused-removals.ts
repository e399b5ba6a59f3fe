import { type FolderEntry, joinPath, parentPath } from '../../core/folder/folder-entry.ts';
import { FEW_FILES, isTooMany, ofLastMinute } from '../paused-items.ts';
import type { DirListing, FolderIndex, ListedEntry } from '../ports.ts';
import { isLikelySameContent } from '../scan/plan.ts';

/** What the decision looks at. */
export interface RemovalFacts {
  readonly index: Pick<FolderIndex, 'filesInside' | 'byInode' | 'find'>;
  readonly folderKey: number;
  /** Files in the whole index. */
  readonly knownFiles: number;
  /** Files in the whole library. */
  readonly libraryFiles: number;
  readonly nowMs: number;
  /** Files that appeared in the same scan, by inode: what is gone may only have moved. */
  readonly arrived: ReadonlyMap<number, ListedEntry>;
}

interface GoneFiles {
  /** Not anywhere in the folder now. */
  readonly lost: number;
  /** Still there, under a name with another extension. */
  readonly renamed: number;
  /** Indexed under both the old name and the new one. */
  readonly doubled: number;
}

/** Where a moved file is now. */
interface OtherPlace {
  readonly name: string;
  readonly isIndexed: boolean;
}

/** Rows of files that are gone from the disk and stay in the library until a person agrees. */
export class PausedRemovals {
  readonly #rows = new Map<string, FolderEntry>();
  /** Paused before, and accepted. */
  readonly #accepted = new Map<string, FolderEntry>();
  /** Files whose recent removal was let through without a question. */
  #recent: (GoneFiles & { readonly atMs: number })[] = [];
  #paused: GoneFiles = { lost: 0, renamed: 0, doubled: 0 };
  #isRenaming = false;

  rows(): FolderEntry[] {
    return [...this.#rows.values()];
  }

  /** Files that are held, those inside held folders included. */
  get fileCount(): number {
    return this.#rows.size === 0 ? 0 : Math.max(this.#rows.size, this.#paused.lost + this.#paused.renamed);
  }

  /** Paused because most files got new extensions, as ransomware does. */
  get isRenaming(): boolean {
    return this.#rows.size > 0 && this.#isRenaming;
  }

  /** Files that are on the disk again are not missing. */
  noteListing(listing: DirListing): void {
    if (this.#rows.size + this.#accepted.size === 0 || listing.failure !== null) return;
    for (const { name, isDir } of listing.entries) {
      const path = joinPath(listing.dir, name);
      // A file in the place of a folder does not bring back its contents.
      for (const rows of [this.#rows, this.#accepted]) if (rows.get(path)?.isDir === isDir) rows.delete(path);
    }
  }

  /** The next decision removes what is paused now, and nothing that the person has not been shown. */
  accept(): void {
    for (const [path, row] of this.#rows) this.#accepted.set(path, row);
    this.#rows.clear();
    this.#recent = [];
  }

  /** Rows to remove now, including those paused so far; none while all of them together are too many. */
  decide(found: readonly FolderEntry[], facts: RemovalFacts): FolderEntry[] {
    const isKnown = (row: FolderEntry) => isStill(row, facts);
    const all = new Map([...this.#rows].filter(([, row]) => isKnown(row)));
    for (const row of found) all.set(joinPath(row.dir, row.name), row);
    for (const path of this.#accepted.keys()) all.delete(path);
    const going = [...this.#accepted.values()].filter(isKnown);
    this.#accepted.clear();
    this.#rows.clear();
    this.#paused = countGone([...all.values()], facts);
    if (!this.#isTooMany(this.#paused, facts)) {
      this.#recent.push({ atMs: facts.nowMs, ...this.#paused });
      return [...going, ...all.values()];
    }
    for (const [path, row] of all) this.#rows.set(path, row);
    return going;
  }

  #isTooMany({ lost, renamed, doubled }: GoneFiles, { nowMs, ...facts }: RemovalFacts): boolean {
    const knownFiles = facts.knownFiles - doubled;
    this.#recent = ofLastMinute(this.#recent, nowMs).filter(({ lost, renamed }) => lost + renamed > 0);
    const lostBefore = this.#recent.reduce((sum, before) => sum + before.lost, 0);
    const renamedBefore = this.#recent.reduce((sum, before) => sum + before.renamed, 0);
    // What the library has lost is in the index until the folder has followed.
    const atStake = Math.min(knownFiles, facts.libraryFiles) + lostBefore;
    // A folder that is still following has few files in the index, even when the library is not small.
    const isSmall = Math.max(knownFiles + lostBefore, facts.libraryFiles) < FEW_FILES;
    const isManyLost = lost > 0 && isTooMany(lost + lostBefore, { atStake, isSmall });
    this.#isRenaming = !isManyLost && renamed > 0 && isMost(renamed + renamedBefore, knownFiles);
    return isManyLost || this.#isRenaming;
  }
}

/** Whether the row is still current: the library may have changed the file since it was paused. */
function isStill(row: FolderEntry, { index, folderKey }: RemovalFacts): boolean {
  const now = index.find(folderKey, joinPath(row.dir, row.name));
  return now !== null && now.isDir === row.isDir && now.objectId === row.objectId;
}

function isMost(files: number, knownFiles: number): boolean {
  return knownFiles >= FEW_FILES && files * 2 > knownFiles;
}

/** Counts what became of the files in and below the rows. */
function countGone(rows: readonly FolderEntry[], facts: RemovalFacts): GoneFiles {
  const count = { lost: 0, renamed: 0, doubled: 0 };
  const paths = new Set(rows.map((row) => joinPath(row.dir, row.name)));
  const isGoing = (row: FolderEntry) => {
    // Any folder above may go with it: costs depend on depth, not on the number of folders.
    let path = joinPath(row.dir, row.name);
    while (path !== '' && !paths.has(path)) path = parentPath(path);
    return path !== '';
  };
  for (const row of rows) {
    const files = row.isDir ? facts.index.filesInside(facts.folderKey, joinPath(row.dir, row.name)) : [row];
    for (const file of files) {
      const elsewhere = findElsewhere(file, facts, isGoing);
      if (elsewhere === null) count.lost++;
      else if (hasNewExtension(file.name, elsewhere.name)) count.renamed++;
      if (elsewhere?.isIndexed === true) count.doubled++;
    }
  }
  return count;
}

/** Null when the file is nowhere in the folder now. */
function findElsewhere(
  file: FolderEntry,
  facts: RemovalFacts,
  isGoing: (row: FolderEntry) => boolean,
): OtherPlace | null {
  const others = facts.index.byInode(facts.folderKey, file.inode);
  const other = others.find((row) => isLikelySameContent(row, file) && !isGoing(row));
  if (other !== undefined) return { name: other.name, isIndexed: true };
  const arrived = facts.arrived.get(file.inode);
  if (arrived === undefined || !isLikelySameContent(arrived, file)) return null;
  return { name: arrived.name, isIndexed: false };
}

/** Whether a rename added or changed the extension, ignoring letter case. */
export function hasNewExtension(oldName: string, newName: string): boolean {
  const extension = extensionOf(newName);
  return extension !== '' && extension !== extensionOf(oldName);
}

function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot < 1 ? '' : name.slice(dot).toLowerCase();
}
