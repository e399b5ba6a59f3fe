import { isUtf8 } from 'node:buffer';
import { lstatSync, readdirSync, type Stats } from 'node:fs';
import { joinPath } from '../core/folder/folder-entry.ts';
import { isStorableName } from '../core/library/name.ts';
import { MAX_DEPTH } from '../core/tree/split-path.ts';
import { problemOf } from './disk-error.ts';
import { type PackedListing, STAT_FIELDS } from './disk-messages.ts';
import type { IgnoreMatcher } from './ignore.ts';
import type { FolderProblem } from './ports.ts';

/** The most that any dir object holds in a name, and what Linux holds too. */
const MAX_NAME_BYTES = 255;

interface GrowingListing {
  names: string[];
  stats: number[];
  unknownNames: string[];
  problems: FolderProblem[];
  ignoredCount: number;
  linkCount: number;
}

/**
 * One look at one folder. Never throws for what the disk says: a folder that cannot be read, is none, or is exchanged
 * while it is read has a `failure` and no entries.
 */
export function listFolder(
  root: string,
  dir: string,
  isDeep: boolean,
  matcher: IgnoreMatcher,
): PackedListing {
  const absolute = joinPath(root, dir);
  const listing: GrowingListing = {
    names: [],
    stats: [],
    unknownNames: [],
    problems: [],
    ignoredCount: 0,
    linkCount: 0,
  };
  const failed = (failure: FolderProblem): PackedListing => ({
    ...{ dir, mtimeMs: 0, isDeep, failure, names: [], stats: [], unknownNames: [] },
    ...{ problems: [failure], ignoredCount: 0, linkCount: 0 },
  });
  try {
    const before = lstatSync(absolute);
    if (!before.isDirectory())
      return failed({ path: dir, reason: 'vanished', message: 'no longer a folder' });
    for (const name of namesIn(absolute, dir, listing)) addEntry(listing, { root, dir, name }, matcher);
    const after = lstatSync(absolute);
    if (!after.isDirectory() || after.ino !== before.ino || after.dev !== before.dev) {
      return failed({ path: dir, reason: 'changing', message: 'replaced while it was read' });
    }
    return { dir, mtimeMs: before.mtimeMs, isDeep, failure: null, ...listing };
  } catch (error) {
    return failed(problemOf(dir, error));
  }
}

/**
 * Names that are UTF-8. For others `readdir` gives text that names nothing, with U+FFFD in it, so only then are the
 * bytes looked at.
 */
function namesIn(absolute: string, dir: string, listing: GrowingListing): string[] {
  const names = readdirSync(absolute);
  if (!names.some((name) => name.includes('\uFFFD'))) return names;
  const valid: string[] = [];
  for (const bytes of readdirSync(absolute, { encoding: 'buffer' })) {
    const name = bytes.toString();
    if (isUtf8(bytes)) valid.push(name);
    else
      listing.problems.push({
        path: joinPath(dir, name),
        reason: 'name-invalid',
        message: 'name is not UTF-8',
      });
  }
  return valid;
}

interface Place {
  readonly root: string;
  readonly dir: string;
  readonly name: string;
}

function addEntry(listing: GrowingListing, place: Place, matcher: IgnoreMatcher): void {
  const { root, dir, name } = place;
  const path = joinPath(dir, name);
  // Most ignored names are files, and for those not even a stat is spent.
  if (matcher.ignores(dir, name, false)) {
    listing.ignoredCount++;
    return;
  }
  const stat = statOf(listing, joinPath(root, path), path, name);
  if (stat === null) return;
  if (stat.isSymbolicLink()) {
    listing.linkCount++;
    return;
  }
  const isDir = stat.isDirectory();
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
  listing.stats.push(isDir ? 1 : 0, stat.size, stat.mtimeMs, stat.ctimeMs, stat.ino, stat.mode);
}

function statOf(listing: GrowingListing, absolute: string, path: string, name: string): Stats | null {
  try {
    return lstatSync(absolute);
  } catch (error) {
    listing.unknownNames.push(name);
    listing.problems.push(problemOf(path, error));
    return null;
  }
}

function unsuitable(path: string, name: string, stat: Stats): FolderProblem | null {
  if (!stat.isDirectory() && !stat.isFile()) {
    return { path, reason: 'not-a-file', message: 'not a regular file' };
  }
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) {
    return { path, reason: 'name-too-long', message: `name is longer than ${MAX_NAME_BYTES} bytes` };
  }
  if (!isStorableName(name)) {
    return { path, reason: 'name-invalid', message: 'name holds a character that libraries do not' };
  }
  if (path.split('/').length > MAX_DEPTH) {
    return { path, reason: 'too-deep', message: `more than ${MAX_DEPTH} folders deep` };
  }
  return null;
}

/** Paths of the folders that a listing names. */
export function foldersIn(listing: PackedListing): string[] {
  const folders: string[] = [];
  listing.names.forEach((name, at) => {
    if (listing.stats[at * STAT_FIELDS] === 1) folders.push(joinPath(listing.dir, name));
  });
  return folders;
}
