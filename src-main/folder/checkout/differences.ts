import { type FolderEntry, isModeExecutable, joinPath } from '../../core/folder/folder-entry.ts';
import type { Dirent, FileDirent } from '../../core/objects/dir-object.ts';
import type { ObjectId } from '../../core/objects/object-id.ts';

/** A file that the library has at a path; `row` is what disk and library last agreed about there. */
export interface WantedContent {
  readonly path: string;
  readonly dirent: FileDirent;
  readonly row: FolderEntry | null;
}

/** A file whose content is the same on both sides, but which may or may not be run. */
export interface WantedMode {
  readonly path: string;
  readonly row: FolderEntry;
  readonly isExecutable: boolean;
}

/** A folder of the library. */
export interface NewFolder {
  readonly path: string;
  readonly id: ObjectId;
  /** A file of the last agreed state has the path or is on the way to it, and goes first. */
  readonly isBlocked: boolean;
}

/** What one folder of the library has otherwise than the last agreed state. */
export interface FolderDifferences {
  readonly contents: WantedContent[];
  readonly modes: WantedMode[];
  /** Files that the library has no more. */
  readonly goneFiles: FolderEntry[];
  /** Folders that the library has no more. */
  readonly goneDirs: FolderEntry[];
  readonly newDirs: NewFolder[];
  /** Folders that are on both sides. */
  readonly commonDirs: NewFolder[];
  /** Names that this computer's file system or the rules for names cannot take, with the reason. */
  readonly nameErrors: { readonly path: string; readonly message: string }[];
}

export interface LeavingOut {
  /** Neither taken in nor written: whatever is on either side stays. */
  isIgnored(dir: string, name: string, isDir: boolean): boolean;
  /** Not wanted on this computer: gone from the disk, kept in the library. */
  isExcluded(path: string): boolean;
  /** Whether it, or something inside it, is not wanted on this computer: then it is not on the disk as a whole. */
  holdsExcluded(path: string): boolean;
  /** Why a name cannot be written here; null when it can. */
  nameError(path: string, name: string): string | null;
}

/** Compares one folder of the library with the rows of the same folder. Pure; neither may be left out. */
export function compareFolder(
  dir: string,
  sides: { readonly head: readonly Dirent[]; readonly rows: readonly FolderEntry[] },
  leaving: LeavingOut,
): FolderDifferences {
  const found = emptyDifferences();
  const rowOf = new Map(sides.rows.map((row) => [row.name, row]));
  for (const dirent of sides.head) {
    const path = joinPath(dir, dirent.name);
    const isDir = dirent.kind === 'dir';
    if (isDir && leaving.isExcluded(path)) continue;
    const row = rowOf.get(dirent.name) ?? null;
    rowOf.delete(dirent.name);
    if (leaving.isIgnored(dir, dirent.name, isDir)) {
      // What has the name now is left out; the other kind of thing that had it is gone anyway.
      if (row !== null && row.isDir !== isDir) takeGone(found, dir, { row, leaving });
      continue;
    }
    const message = row === null ? leaving.nameError(path, dirent.name) : null;
    if (message !== null) found.nameErrors.push({ path, message });
    else compareEntry(found, path, { dirent, row });
  }
  for (const row of rowOf.values()) takeGone(found, dir, { row, leaving });
  return found;
}

function takeGone(
  found: FolderDifferences,
  dir: string,
  { row, leaving }: { readonly row: FolderEntry; readonly leaving: LeavingOut },
): void {
  if (leaving.isIgnored(dir, row.name, row.isDir)) return;
  (row.isDir ? found.goneDirs : found.goneFiles).push(row);
}

function emptyDifferences(): FolderDifferences {
  return {
    contents: [],
    modes: [],
    goneFiles: [],
    goneDirs: [],
    newDirs: [],
    commonDirs: [],
    nameErrors: [],
  };
}

function compareEntry(
  found: FolderDifferences,
  path: string,
  { dirent, row }: { readonly dirent: Dirent; readonly row: FolderEntry | null },
): void {
  if (dirent.kind === 'dir') {
    if (row?.isDir === false) found.goneFiles.push(row);
    const isBlocked = row?.isDir === false;
    (row?.isDir === true ? found.commonDirs : found.newDirs).push({ path, id: dirent.id, isBlocked });
    return;
  }
  if (row?.isDir === true) found.goneDirs.push(row);
  const before = row?.isDir === false ? row : null;
  if (before === null || before.objectId !== dirent.id) {
    found.contents.push({ path, dirent, row: before });
    return;
  }
  const isExecutable = isModeExecutable(dirent.mode);
  if (isExecutable !== isModeExecutable(before.mode)) found.modes.push({ path, row: before, isExecutable });
}

/** Whether the owner may run the file. */
