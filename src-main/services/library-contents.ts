import { giveBack } from '../core/blocks/block-memory.ts';
import { DomainError } from '../core/errors.ts';
import { decryptBlock, type FileKey } from '../core/library/encryption.ts';
import type { Library } from '../core/library/library.ts';
import { checkNewItemName } from '../core/library/name.ts';
import { joinPath, nameOf, parsePath } from '../core/library/path.ts';
import {
  compareNames,
  DIR_MODE,
  type Dirent,
  FILE_MODE,
  type FileDirent,
} from '../core/objects/dir-object.ts';
import { decodeFile } from '../core/objects/file-object.ts';
import { type CommitId, EMPTY_ID, type ObjectId } from '../core/objects/object-id.ts';
import { findEntry } from '../core/tree/find.ts';
import { countTree, type TreeTotals } from '../core/tree/statistics.ts';
import { uniqueName } from '../core/tree/unique-name.ts';
import { type WalkedEntry, walkTree } from '../core/tree/walk.ts';
import type { NewFile } from '../store/objects/object-store.ts';
import type { History, HistoryEntry } from '../store/sqlite/history.ts';
import type { PinTable } from '../store/sqlite/pins.ts';
import type { ChangeLibrary, CommitResult } from './change-library.ts';
import { createReadDir } from './directory-reader.ts';
import { type KeptObjectsDependencies, keptObjects } from './kept-objects.ts';
import { KeptRows } from './kept-rows.ts';
import type { Clock } from './ports.ts';
import { readAhead } from './read-ahead.ts';

export interface FolderListing {
  /** Id of the dir object. */
  readonly id: ObjectId;
  /** Folders first, each kind by name without regard to letter case. */
  readonly dirents: readonly Dirent[];
}

/** First and last byte wanted, both inclusive. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

export interface LibraryContentsDependencies extends KeptObjectsDependencies {
  readonly history: History;
  readonly changeLibrary: ChangeLibrary;
  readonly pins: Pick<PinTable, 'has'>;
  readonly clock: Clock;
}

/** Reading and changing the tree of a library that the asking service has already let the caller reach. */
export type LibraryContents = ReturnType<typeof createLibraryContents>;

export function createLibraryContents(deps: LibraryContentsDependencies) {
  const { history, changeLibrary, pins, clock } = deps;
  const kept = new KeptRows();
  const readDirOf = (library: Library) => createReadDir(keptObjects(deps, library));

  /** The root at a commit, or now. @throws DomainError `commit-not-found` */
  function rootAt(library: Library, commitId: CommitId | null): ObjectId {
    return commitId === null ? library.rootId : commitAt(library, commitId).rootId;
  }

  /** Null when nothing is there. @throws DomainError `commit-not-found` */
  function entryAt(library: Library, path: string, commitId: CommitId | null = null): Promise<Dirent | null> {
    return findEntry(readDirOf(library), rootAt(library, commitId), path);
  }

  /** @throws DomainError `folder-not-found`, `not-a-folder`, `commit-not-found` */
  async function list(
    library: Library,
    path: string,
    commitId: CommitId | null = null,
  ): Promise<FolderListing> {
    const folder = await entryAt(library, path, commitId);
    if (folder === null) throw new DomainError('folder-not-found', { value: path });
    if (folder.kind !== 'dir') throw new DomainError('not-a-folder', { value: path });
    const dirents = await kept.of(`${library.id} ${folder.id}`, async () =>
      sortForPeople(await readDirOf(library)(folder.id)),
    );
    return { id: folder.id, dirents };
  }

  /** @throws DomainError `item-not-found`, `commit-not-found` */
  async function entry(library: Library, path: string, commitId: CommitId | null = null): Promise<Dirent> {
    const found = await entryAt(library, path, commitId);
    if (found === null) throw new DomainError('item-not-found', { value: path });
    return found;
  }

  /**
   * What was known of a commit when it was made.
   * @throws DomainError `commit-not-found`
   */
  function commitAt(library: Library, commitId: CommitId): HistoryEntry {
    const commit = history.find(library.id, commitId);
    // Of a commit before the kept ones only the commit itself is still here, unless it is pinned.
    const isKept = commit !== null && (commit.seq >= library.keptFromSeq || pins.has(library.id, commit.seq));
    if (!isKept) {
      throw new DomainError('commit-not-found', { value: commitId });
    }
    return commit;
  }

  /** A free path for a new item, its name numbered when it is taken. @throws DomainError as `createFolder` */
  async function freePath(library: Library, parentPath: string, name: string, kind: Dirent['kind']) {
    const { dirents } = await list(library, parentPath);
    checkNewItemName(name);
    const taken = new Set(dirents.map((dirent) => dirent.name));
    return parsePath(
      joinPath(
        parentPath,
        uniqueName(name, (candidate) => taken.has(candidate), kind),
      ),
    );
  }

  /**
   * Creates an empty folder; a taken name gets a number. Durable on return.
   * @throws DomainError `name-invalid`, `path-invalid` when too long, `folder-not-found`, `not-a-folder`,
   * `library-read-only`
   */
  async function createFolder(
    library: Library,
    parentPath: string,
    name: string,
    author: string,
  ): Promise<Dirent> {
    const path = await freePath(library, parentPath, name, 'dir');
    const mtimeSeconds = clock.nowSeconds();
    const description = `Added directory "${nameOf(path)}"`;
    const changes = [{ op: 'mkdir', path, mtimeSeconds }] as const;
    await changeLibrary.commitChanges({ libraryId: library.id, changes, author, description });
    return { kind: 'dir', name: nameOf(path), id: EMPTY_ID, mode: DIR_MODE, mtimeSeconds };
  }

  /** Creates an empty file; a taken name gets a number. Durable on return. @throws DomainError as `createFolder` */
  async function createFile(
    library: Library,
    parentPath: string,
    name: string,
    author: string,
  ): Promise<Dirent> {
    const path = await freePath(library, parentPath, name, 'file');
    const mtimeSeconds = clock.nowSeconds();
    const dirent = {
      kind: 'file',
      id: EMPTY_ID,
      mode: FILE_MODE,
      mtimeSeconds,
      sizeBytes: 0,
      modifier: author,
    } as const;
    const changes = [{ op: 'put', path, dirent, base: null }] as const;
    const description = `Added "${nameOf(path)}"`;
    const made = await changeLibrary.commitChanges({ libraryId: library.id, changes, author, description });
    // Something may have taken the name since the look into the folder.
    return { ...dirent, name: nameOf(made.conflicts[0]?.conflictPath ?? path) };
  }

  /**
   * Deletes a file or a folder with all it holds; nothing there is no work. Durable on return.
   * @throws DomainError `path-invalid` for the root, `library-read-only`
   */
  async function remove(library: Library, path: string, author: string): Promise<CommitResult> {
    if (path === '/') throw new DomainError('path-invalid', { field: 'path', value: path, reason: 'root' });
    const item = await entryAt(library, path);
    const description = `${item?.kind === 'dir' ? 'Removed directory' : 'Deleted'} "${nameOf(path)}"`;
    const changes = [{ op: 'remove', path }] as const;
    return changeLibrary.commitChanges({ libraryId: library.id, changes, author, description });
  }

  /**
   * The bytes of a file, block by block, each checked against its id; all of them, or an inclusive range.
   * @throws DomainError `object-missing`, `object-corrupt` (while reading)
   */
  async function* read(
    library: Library,
    file: Pick<FileDirent, 'id'>,
    range?: ByteRange,
  ): AsyncGenerator<Buffer> {
    if (file.id === EMPTY_ID) return;
    const store = keptObjects(deps, library);
    const { blockIds, sizeBytes } = decodeFile(file.id, await store.read('fs', file.id));
    const { first, last } = range ?? { first: 0, last: sizeBytes - 1 };
    const sizeOf = (id: ObjectId) => store.sizeOf('block', id);
    const wanted = blocksWithin(blockIds, sizeOf, { first, last });
    let { offset } = wanted;
    for await (const block of readAhead(wanted.blockIds, (id) => store.read('block', id))) {
      const from = Math.max(0, first - offset);
      const to = Math.min(block.length, last + 1 - offset);
      // Before it is handed out: whoever takes it may give its memory back.
      offset += block.length;
      if (from < to) yield block.subarray(from, to);
    }
  }

  /**
   * All bytes of a file of an encrypted library, block by block, each checked against its id before it is opened.
   * @throws DomainError `object-missing`, `object-corrupt` (while reading)
   */
  async function* readDecrypted(
    library: Library,
    file: Pick<FileDirent, 'id'>,
    fileKey: FileKey,
  ): AsyncGenerator<Buffer> {
    if (file.id === EMPTY_ID) return;
    const store = keptObjects(deps, library);
    const { blockIds } = decodeFile(file.id, await store.read('fs', file.id));
    for await (const block of readAhead(blockIds, (id) => store.read('block', id))) {
      const opened = decryptBlock(fileKey, block);
      giveBack(block);
      yield opened;
    }
  }

  /** As `LibraryObjects.writeOut`. */
  function writeOut(library: Library, files: readonly NewFile[]): Promise<readonly number[]> {
    return deps.objects.library(library.id).writeOut(files);
  }

  /** The blocks of a file in order, repeats included. @throws DomainError `object-missing`, `object-corrupt` */
  async function blockIds(library: Library, { id }: Pick<FileDirent, 'id'>): Promise<readonly ObjectId[]> {
    if (id === EMPTY_ID) return [];
    return decodeFile(id, await keptObjects(deps, library).read('fs', id)).blockIds;
  }

  /** Everything below a folder, parents before children. */
  function walk(library: Library, folderId: ObjectId): AsyncGenerator<WalkedEntry> {
    return walkTree(readDirOf(library), folderId);
  }

  /** How many files an item holds, and their bytes; one for a file. */
  async function measure(library: Library, item: Dirent): Promise<TreeTotals> {
    if (item.kind === 'file') return { fileCount: 1, sizeBytes: item.sizeBytes };
    return countTree(readDirOf(library), item.id);
  }

  return {
    ...{ list, entry, entryAt, commitAt, freePath },
    ...{ createFolder, createFile, remove, read, readDecrypted, writeOut, blockIds, walk, measure },
  };
}

/** Folders first, then by name without regard to letter case; names that differ only in it stay in a fixed order. */
function sortForPeople(dirents: readonly Dirent[]): Dirent[] {
  const rows = dirents.map((dirent) => ({ dirent, key: dirent.name.toLowerCase() }));
  rows.sort((a, b) => {
    if (a.dirent.kind !== b.dirent.kind) return a.dirent.kind === 'dir' ? -1 : 1;
    if (a.key !== b.key) return a.key < b.key ? -1 : 1;
    return compareNames(a.dirent.name, b.dirent.name);
  });
  return rows.map((row) => row.dirent);
}

/** The blocks that a range touches, and where the first of them begins. One of unknown size is for the reader to judge. */
function blocksWithin(
  blockIds: readonly ObjectId[],
  sizeOf: (id: ObjectId) => number | null,
  { first, last }: ByteRange,
) {
  let from = 0;
  let offset = 0;
  let end = 0;
  for (const [at, id] of blockIds.entries()) {
    const sizeBytes = sizeOf(id);
    if (end > last) return { blockIds: blockIds.slice(from, at), offset };
    if (sizeBytes === null) break;
    end += sizeBytes;
    if (end > first) continue;
    from = at + 1;
    offset = end;
  }
  return { blockIds: blockIds.slice(from), offset };
}
