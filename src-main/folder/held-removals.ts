import { type FolderEntry, joinPath, parentPath } from '../core/folder/folder-entry.ts';
import { isSameContentHint } from './plan.ts';
import type { DirListing, FolderIndex, ListedEntry } from './ports.ts';

/** From this many lost files on, a deletion is held until a person accepts it. */
const MANY_FILES = 500;

/** So is half of a folder, unless it holds fewer files than a person has an eye on. */
const FEW_FILES = 10;

/** What the decision looks at. */
export interface RemovalFacts {
  readonly index: Pick<FolderIndex, 'filesInside' | 'byInode'>;
  readonly folderKey: number;
  /** Files in the whole index. */
  readonly knownFiles: number;
  /** Files that appeared in the same look, by inode: what is gone may only have moved. */
  readonly arrived: ReadonlyMap<number, ListedEntry>;
}

/** Rows that are gone from disk and stay in the library until a person says so. */
export class HeldRemovals {
  readonly #rows = new Map<string, FolderEntry>();
  /** Held before, and accepted. */
  readonly #accepted = new Map<string, FolderEntry>();

  rows(): FolderEntry[] {
    return [...this.#rows.values()];
  }

  /** What is on disk again is not gone. */
  noteListing(listing: DirListing): void {
    if (this.#rows.size + this.#accepted.size === 0 || listing.failure !== null) return;
    for (const { name } of listing.entries) {
      const path = joinPath(listing.dir, name);
      this.#rows.delete(path);
      this.#accepted.delete(path);
    }
  }

  /** The next decision removes what is held now, and nothing that a person has not been told of. */
  accept(): void {
    for (const [path, row] of this.#rows) this.#accepted.set(path, row);
    this.#rows.clear();
  }

  /** Rows to remove now, those held so far among them; none while all of them together are too many. */
  decide(found: readonly FolderEntry[], facts: RemovalFacts): FolderEntry[] {
    const all = new Map(this.#rows);
    for (const row of found) all.set(joinPath(row.dir, row.name), row);
    for (const path of this.#accepted.keys()) all.delete(path);
    const going = [...this.#accepted.values()];
    this.#accepted.clear();
    this.#rows.clear();
    if (!isTooMany(countLost([...all.values()], facts), facts.knownFiles)) return [...going, ...all.values()];
    for (const [path, row] of all) this.#rows.set(path, row);
    return going;
  }
}

function isTooMany(lostFiles: number, knownFiles: number): boolean {
  return lostFiles >= MANY_FILES || (knownFiles >= FEW_FILES && lostFiles * 2 >= knownFiles);
}

/** Files among and inside the rows that are nowhere else in the folder now. */
function countLost(rows: readonly FolderEntry[], facts: RemovalFacts): number {
  let lost = 0;
  const paths = new Set(rows.map((row) => joinPath(row.dir, row.name)));
  const isGoing = (row: FolderEntry) => {
    // A row goes with any folder above it: its depth decides what that costs, not how many folders go.
    let path = joinPath(row.dir, row.name);
    while (path !== '' && !paths.has(path)) path = parentPath(path);
    return path !== '';
  };
  for (const row of rows) {
    const files = row.isDir ? facts.index.filesInside(facts.folderKey, joinPath(row.dir, row.name)) : [row];
    for (const file of files) if (!isElsewhere(file, facts, isGoing)) lost++;
  }
  return lost;
}

function isElsewhere(
  file: FolderEntry,
  facts: RemovalFacts,
  isGoing: (row: FolderEntry) => boolean,
): boolean {
  const arrived = facts.arrived.get(file.inode);
  if (arrived !== undefined && isSameContentHint(arrived, file)) return true;
  const others = facts.index.byInode(facts.folderKey, file.inode);
  return others.some((row) => isSameContentHint(row, file) && !isGoing(row));
}
