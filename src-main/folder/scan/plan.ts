import { type FileStat, type FolderEntry, NO_MODE, RACY_CTIME_MS } from '../../core/folder/folder-entry.ts';
import type { ObjectId } from '../../core/objects/object-id.ts';
import type { DirListing, ListedEntry } from '../ports.ts';

/** A file whose content has to be read, with its row. */
export interface FileToRead {
  readonly dir: string;
  readonly entry: ListedEntry;
  /** What disk and library last agreed about; null for a new file. */
  readonly row: FolderEntry | null;
}

/** A new name of a file whose content is known without reading it. */
export interface KnownFile {
  readonly dir: string;
  readonly entry: ListedEntry;
  readonly objectId: ObjectId;
}

export interface NewDir {
  readonly dir: string;
  readonly entry: ListedEntry;
}

/** How disk and index of one folder differ. */
export interface DirPlan {
  readonly read: readonly FileToRead[];
  readonly known: readonly KnownFile[];
  readonly newDirs: readonly NewDir[];
  /** Rows that are no longer on disk. */
  readonly removed: readonly FolderEntry[];
  /** Rows whose name now belongs to a folder instead of a file, or the reverse: they go first. */
  readonly replaced: readonly FolderEntry[];
  /** Folders with a name from the index but another identity: their contents must be scanned too. */
  readonly exchanged: readonly NewDir[];
  readonly unchangedCount: number;
}

export interface PlanFacts {
  /** Rows of the index with this inode number, at any path. */
  readonly rowsByInode: (inode: number) => readonly FolderEntry[];
  readonly isIgnored: (dir: string, name: string, isDir: boolean) => boolean;
}

/**
 * Compares a listing with the index rows of the same folder. Pure; a folder that could not be listed gives an empty
 * plan, so whatever is not known for certain is never taken for deleted.
 */
export function planDirectory(listing: DirListing, rows: readonly FolderEntry[], facts: PlanFacts): DirPlan {
  const plan = emptyPlan();
  if (listing.failure !== null) return plan;
  const rowOf = new Map(rows.map((row) => [row.name, row]));
  for (const entry of listing.entries) {
    const row = rowOf.get(entry.name) ?? null;
    rowOf.delete(entry.name);
    planEntry(plan, { dir: listing.dir, entry, row }, facts);
  }
  for (const name of listing.unknownNames) rowOf.delete(name);
  for (const row of rowOf.values()) {
    // Files in the library stay there when a later pattern matches them.
    if (!facts.isIgnored(row.dir, row.name, row.isDir)) plan.removed.push(row);
  }
  return plan;
}

function emptyPlan() {
  return {
    read: [] as FileToRead[],
    known: [] as KnownFile[],
    newDirs: [] as NewDir[],
    removed: [] as FolderEntry[],
    replaced: [] as FolderEntry[],
    exchanged: [] as NewDir[],
    unchangedCount: 0,
  };
}

type GrowingPlan = ReturnType<typeof emptyPlan>;

function planEntry(plan: GrowingPlan, found: FileToRead, facts: PlanFacts): void {
  const { dir, entry, row } = found;
  const isSameKind = row !== null && row.isDir === entry.isDir;
  if (isSameKind && isUnchanged(entry, row)) {
    plan.unchangedCount++;
    return;
  }
  if (row !== null && !isSameKind) plan.replaced.push(row);
  if (entry.isDir) {
    (isSameKind ? plan.exchanged : plan.newDirs).push({ dir, entry });
    return;
  }
  const known = isSameKind ? undefined : knownContent(entry, facts);
  if (known !== undefined) plan.known.push({ dir, entry, objectId: known });
  else plan.read.push({ dir, entry, row: isSameKind ? row : null });
}

/** A folder is identified by its inode alone; its times change with its contents. */
function isUnchanged(entry: ListedEntry, row: FolderEntry): boolean {
  return entry.isDir ? entry.inode === row.inode : isSameStat(entry, row);
}

/**
 * A file that came along with a renamed folder keeps inode and all times, so its content is that of the row with them.
 * A file that was renamed itself has a new ctime and is read: nothing else would tell it from an edit that kept size
 * and mtime, or from another file that got the inode of a deleted one.
 */
function knownContent(entry: ListedEntry, facts: PlanFacts): ObjectId | undefined {
  return facts.rowsByInode(entry.inode).find((row) => isSameStat(entry, row))?.objectId;
}

/** Whether two looks at a file saw the same state of it. */
export function isSameStat(a: FileStat, b: FileStat): boolean {
  return (
    a.sizeBytes === b.sizeBytes &&
    a.mtimeMs === b.mtimeMs &&
    a.ctimeMs === b.ctimeMs &&
    a.inode === b.inode &&
    isSameMode(a.mode, b.mode) &&
    a.ctimeMs !== RACY_CTIME_MS
  );
}

/** Where the disk has no modes, a row keeps that of the library. */
function isSameMode(a: number, b: number): boolean {
  return a === b || a === NO_MODE || b === NO_MODE;
}

/** Whether one may be the other under a new name. Renaming changes the ctime, so that does not count. */
export function isLikelySameContent(a: FileStat, b: FileStat): boolean {
  return a.inode === b.inode && a.sizeBytes === b.sizeBytes && a.mtimeMs === b.mtimeMs;
}

/**
 * A write in the same tick of the file system's clock as our scan leaves all times as they were. Ticks on Linux are
 * 4–10 ms; a time of whole seconds may come from a file system with steps of two.
 */
const TICK_MS = 20;
const COARSE_TICK_MS = 2000;

/** How long to wait until it is certain that the file has not changed since `nowMs`; 0: it is certain already. */
export function restingMs(stat: FileStat, nowMs: number): number {
  return isRacy(racyStat(stat, nowMs)) ? tickOf(stat) : 0;
}

function tickOf({ ctimeMs }: FileStat): number {
  return Number.isInteger(ctimeMs / 1000) ? COARSE_TICK_MS : TICK_MS;
}

/** The stat to record for a file seen at `nowMs`: one that matches nothing while a tick may hide a change. */
export function racyStat<Stat extends FileStat>(stat: Stat, nowMs: number): Stat {
  if (isRacy(stat)) return stat;
  const isOver = Math.abs(nowMs - stat.ctimeMs) > tickOf(stat);
  return isOver ? stat : { ...stat, ctimeMs: RACY_CTIME_MS };
}

export function isRacy(stat: FileStat): boolean {
  return stat.ctimeMs === RACY_CTIME_MS;
}
