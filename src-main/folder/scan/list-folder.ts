import { said } from '../../../src-shared/service-words.ts';
import { joinPath } from '../../core/folder/folder-entry.ts';
import { codeOf, problemOf } from '../disk/disk-error.ts';
import type { FileSystemStat, FsReader, OpenedFolder } from '../disk/file-system.ts';
import { nameError } from '../disk/fit-name.ts';
import { isOwnName } from '../disk/own-files.ts';
import type { IgnoreMatcher } from '../ignore/ignore.ts';
import type { FolderProblem } from '../ports.ts';
import { type PackedListing, STAT_FIELDS } from './disk-messages.ts';

interface GrowingListing {
  names: string[];
  stats: number[];
  unknownNames: string[];
  problems: FolderProblem[];
  ignoredCount: number;
  linkCount: number;
  leftovers: string[];
}

/**
 * Lists one folder. Never throws for what the disk says: a folder that cannot be read, is no folder, or is exchanged
 * while it is read has a `failure` and no entries.
 */
export function listFolder(
  fs: FsReader,
  { dir, isDeep }: { readonly dir: string; readonly isDeep: boolean },
  matcher: IgnoreMatcher,
): PackedListing {
  const listing: GrowingListing = {
    names: [],
    stats: [],
    unknownNames: [],
    problems: [],
    ignoredCount: 0,
    linkCount: 0,
    leftovers: [],
  };
  const failed = (failure: FolderProblem): PackedListing => ({
    ...{ dir, mtimeMs: 0, isDeep, failure, names: [], stats: [], unknownNames: [] },
    ...{ problems: [failure], ignoredCount: 0, linkCount: 0, leftovers: [] },
  });
  try {
    const folder = fs.openFolder(dir);
    for (const { name, isUtf8 } of folder.names()) {
      if (isUtf8) addEntry(listing, { folder, dir, name }, matcher);
      else listing.problems.push(notUtf8(joinPath(dir, name)));
    }
    if (!folder.isInPlace())
      return failed({ path: dir, reason: 'changing', said: said('replacedWhileRead') });
    return { dir, mtimeMs: folder.stat.mtimeMs, isDeep, failure: null, ...listing };
  } catch (error) {
    return failed(problemOf(dir, error));
  }
}

function notUtf8(path: string): FolderProblem {
  return { path, reason: 'name-invalid', said: said('nameNotUtf8') };
}

interface Place {
  readonly folder: OpenedFolder;
  readonly dir: string;
  readonly name: string;
}

function addEntry(listing: GrowingListing, place: Place, matcher: IgnoreMatcher): void {
  const { folder, dir, name } = place;
  const path = joinPath(dir, name);
  if (matcher.ignores(dir, name, false) && !isFolder(folder, name)) {
    listing.ignoredCount++;
    if (isOwnName(name)) listing.leftovers.push(name);
    return;
  }
  const stat = lookAt(listing, folder, { path, name });
  if (stat === null) return;
  if (stat.kind === 'link') {
    listing.linkCount++;
    return;
  }
  const isDir = stat.kind === 'dir';
  if (isDir && matcher.ignores(dir, name, true)) {
    listing.ignoredCount++;
    return;
  }
  const problem = unsuitable(path, name, stat);
  if (problem !== null) {
    listing.problems.push(problem);
    return;
  }
  listing.names.push(name);
  listing.stats.push(isDir ? 1 : 0, stat.sizeBytes, stat.mtimeMs, stat.ctimeMs, stat.inode, stat.mode);
}

/** A pattern for files may match a folder, which is another matter. Half-written files vanish all the time. */
function isFolder(folder: OpenedFolder, name: string): boolean {
  try {
    return folder.lstat(name).kind === 'dir';
  } catch (error) {
    if (codeOf(error) === '') throw error;
    return false;
  }
}

function lookAt(
  listing: GrowingListing,
  folder: OpenedFolder,
  { path, name }: { path: string; name: string },
): FileSystemStat | null {
  try {
    return folder.lstat(name);
  } catch (error) {
    listing.unknownNames.push(name);
    listing.problems.push(problemOf(path, error));
    return null;
  }
}

function unsuitable(path: string, name: string, stat: FileSystemStat): FolderProblem | null {
  if (stat.kind !== 'dir' && stat.kind !== 'file') {
    return { path, reason: 'not-a-file', said: said('notRegular') };
  }
  const error = nameError(path, name);
  return error === null ? null : { path, ...error };
}

/** Paths of the folders that a listing names. */
export function foldersIn(listing: PackedListing): string[] {
  const folders: string[] = [];
  listing.names.forEach((name, at) => {
    if (listing.stats[at * STAT_FIELDS] === 1) folders.push(joinPath(listing.dir, name));
  });
  return folders;
}
