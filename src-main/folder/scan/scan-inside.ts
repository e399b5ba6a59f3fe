import { said } from '../../../src-shared/service-words.ts';
import { parentPath } from '../../core/folder/folder-entry.ts';
import { nameOf } from '../../core/library/path.ts';
import { codeOf, saidOf } from '../disk/disk-error.ts';
import type { FsReader, OpenedFile } from '../disk/file-system.ts';
import { MARKER_FILE, parseMarker } from '../disk/own-files.ts';
import { IGNORE_FILE, type IgnoreMatcher } from '../ignore/ignore.ts';
import type { ListRequest, RootIdentity, RootState } from '../ports.ts';
import type { PackedListing } from './disk-messages.ts';
import { foldersIn, listFolder } from './list-folder.ts';

/** Longer ignore files are not read, since they are compared with every path. */
export const MAX_IGNORE_BYTES = 1024 * 1024;

/** Longer than any marker that we write. */
const MAX_MARKER_BYTES = 4096;

/** Entries per batch of listings: some milliseconds of work for the receiver. */
const BATCH_ENTRIES = 4000;

/** Examines the place of the linked folder. Never throws for what the disk says. */
export function scanRoot(fs: FsReader): RootState {
  try {
    const stat = fs.lstat('');
    if (stat.kind !== 'dir') return { kind: 'missing', said: said('notFolder') };
    const isEmpty = fs
      .openFolder('')
      .names()
      .every(({ name }) => name === MARKER_FILE);
    const { device, inode } = stat;
    return { kind: 'present', device, inode, isEmpty, marker: markerIn(fs) };
  } catch (error) {
    return { kind: 'missing', said: saidOf(error) };
  }
}

function markerIn(fs: FsReader): string | null {
  const text = readText(fs, MARKER_FILE, MAX_MARKER_BYTES);
  return text === null ? null : parseMarker(text);
}

/** Text of the folder's own ignore file; empty when it is missing, no file, or far too long. */
export function readIgnoreText(fs: FsReader): string {
  return readText(fs, IGNORE_FILE, MAX_IGNORE_BYTES) ?? '';
}

/**
 * Null when the path is missing, no file, or a longer file.
 * @throws what the system says about reading it
 */
function readText(fs: FsReader, path: string, maxBytes: number): string | null {
  try {
    const stat = fs.lstat(path);
    if (stat.kind !== 'file' || stat.sizeBytes > maxBytes) return null;
    return textOf(fs.open(path), stat.sizeBytes);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

function textOf(file: OpenedFile, sizeBytes: number): string {
  try {
    const bytes = Buffer.alloc(sizeBytes);
    let filled = 0;
    while (filled < sizeBytes) {
      const got = file.read(bytes.subarray(filled));
      if (got === 0) break;
      filled += got;
    }
    return bytes.toString('utf8', 0, filled);
  } finally {
    file.close();
  }
}

/**
 * Yields listings of the requested folders in batches, parents before their contents.
 * @throws Error when the root was replaced meanwhile: an unmounted disk looks like a folder in which everything was
 * deleted
 */
export function* scanInside(
  fs: FsReader,
  { dirs, trees, root }: Pick<ListRequest, 'dirs' | 'trees' | 'root'>,
  matcher: IgnoreMatcher,
): Generator<PackedListing[]> {
  const before = root ?? fs.lstat('');
  requireSameRoot(fs, before);
  let batch: PackedListing[] = [];
  let entries = 0;
  const waiting = spelledPlaces(fs, { dirs, trees }).reverse();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (matcher.ignoresTree(next.dir)) continue;
    const listing = listFolder(fs, next, matcher);
    batch.push(listing);
    entries += listing.names.length + 1;
    if (next.isDeep) waiting.push(...foldersIn(listing).reverse().map(deep));
    if (entries < BATCH_ENTRIES) continue;
    requireSameRoot(fs, before);
    yield batch;
    batch = [];
    entries = 0;
  }
  requireSameRoot(fs, before);
  if (batch.length > 0) yield batch;
}

/** The requested folders as the disk spells them, each once; single folders first. */
function spelledPlaces(
  fs: FsReader,
  { dirs, trees }: Pick<ListRequest, 'dirs' | 'trees'>,
): { readonly dir: string; readonly isDeep: boolean }[] {
  const spelling = new Spelling(fs);
  const whole = new Set(trees.filter((dir) => spelling.nearestSpelled(dir) === dir));
  const alone = new Set([...trees, ...dirs].map((dir) => spelling.nearestSpelled(dir)));
  return [...[...alone].filter((dir) => !whole.has(dir)).map(shallow), ...[...whole].map(deep)];
}

const deep = (dir: string) => ({ dir, isDeep: true });
const shallow = (dir: string) => ({ dir, isDeep: false });

function requireSameRoot(fs: FsReader, { device, inode }: RootIdentity): void {
  const now = fs.lstat('');
  if (now.kind !== 'dir' || now.device !== device || now.inode !== inode)
    throw new Error('the folder was replaced while it was read');
}

/**
 * Checks paths against the spelling on the disk. A disk that folds letter case or accents accepts other spellings too,
 * and items found under one of them would be taken for new ones.
 */
class Spelling {
  readonly #fs: FsReader;
  readonly #names = new Map<string, ReadonlySet<string>>();
  readonly #foldsCase: boolean;

  constructor(fs: FsReader) {
    this.#fs = fs;
    this.#foldsCase = isThere(fs, MARKER_FILE.toUpperCase());
  }

  /** The path itself, or the innermost folder around it with this spelling on the disk. */
  nearestSpelled(path: string): string {
    let spelled = path;
    for (let at = path; at !== ''; at = parentPath(at)) if (!this.#isSpelled(at)) spelled = parentPath(at);
    return spelled;
  }

  #isSpelled(path: string): boolean {
    const name = nameOf(path);
    // Most disks tell all names apart, so that no folder has to be read for this.
    if (!this.#foldsCase && name.normalize('NFC') === name.normalize('NFD')) return true;
    return this.#namesIn(parentPath(path)).has(name);
  }

  #namesIn(dir: string): ReadonlySet<string> {
    const known = this.#names.get(dir);
    if (known !== undefined) return known;
    const names = new Set(namesOrNone(this.#fs, dir));
    this.#names.set(dir, names);
    return names;
  }
}

function isThere(fs: FsReader, path: string): boolean {
  try {
    fs.lstat(path);
    return true;
  } catch (error) {
    if (codeOf(error) === '') throw error;
    return false;
  }
}

/** A folder that cannot be read has no names to compare with; its scan says why. */
function namesOrNone(fs: FsReader, dir: string): string[] {
  try {
    return fs
      .openFolder(dir)
      .names()
      .map(({ name }) => name);
  } catch (error) {
    if (codeOf(error) === '') throw error;
    return [];
  }
}
