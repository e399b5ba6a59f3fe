import { DomainError } from '../../core/errors.ts';
import { DESCRIPTIONS, describeChanges } from '../../core/history/describe.ts';
import type { FolderOrigin, Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { asLibraryName } from '../../core/library/name.ts';
import { nameOf } from '../../core/library/path.ts';
import { encodeCommit } from '../../core/objects/commit.ts';
import { EMPTY_ID, type ObjectId } from '../../core/objects/object-id.ts';
import { diffTrees } from '../../core/tree/diff.ts';
import type { ReadDir } from '../../core/tree/read-dir.ts';
import { replaceFolder } from '../../core/tree/replace-folder.ts';
import { findEntry } from '../../core/tree/tree-lookup.ts';
import type { LibraryObjects } from '../../store/objects/object-store.ts';
import type { FolderLibrary } from '../../store/sqlite/folder-libraries.ts';
import type { Ports } from '../ports.ts';
import { yieldToEventLoop } from '../scheduling/yield-to-event-loop.ts';
import { placesOf, unlessUnreadable } from './folder-places.ts';
import { type PlannedMove, recordFields, type SealCommit } from './planned-move.ts';

export interface FolderMovesDependencies
  extends Pick<Ports, 'libraryTable' | 'folderLibraryTable' | 'clock'> {
  readonly sealCommit: SealCommit;
}

/** What else happens in the transaction that moves a head. */
export interface MovesAlong {
  /** Their commits are stored, but not flushed. */
  readonly moves: readonly PlannedMove[];
  /** Folder libraries whose folder is gone. */
  readonly ended: readonly LibraryId[];
  /** Folder libraries whose folder is there again as it was. */
  readonly returned: readonly LibraryId[];
  /** Folder libraries whose folder was renamed and changed at once. */
  readonly followed: readonly { readonly id: LibraryId; readonly path: string }[];
}

/** A new tree of a library that has folder libraries. */
interface TreeMove extends Pick<PlannedMove, 'changes' | 'readDir' | 'store' | 'deletedAtSeconds'> {
  readonly rootId: ObjectId;
  readonly commit: Pick<PlannedMove['commit'], 'authorEmail' | 'description' | 'deviceName'>;
  readonly sealCommit: SealCommit;
}

const NOTHING: MovesAlong = { moves: [], ended: [], returned: [], followed: [] };

/**
 * Keeps folder libraries the same as the folders that they show, by commits of their own: what is changed in one becomes a
 * change of its folder, and what changes a folder becomes a change of all that show it or something in it. For
 * `head-moves.ts`, under the lock of the library that they are in.
 */
export function createFolderMoves({
  libraryTable,
  folderLibraryTable,
  clock,
  sealCommit,
}: FolderMovesDependencies) {
  /** Every other head that a move takes along. @throws DomainError `library-read-only`, `head-moved` */
  async function planAlong(move: PlannedMove): Promise<MovesAlong> {
    const { library, commit } = move;
    if (library.rootId === commit.rootId) return NOTHING;
    if (library.origin === undefined)
      return follow(folderLibraryTable.of(library.id), { ...move, sealCommit, rootId: commit.rootId });
    const outer = await moveOfOrigin(move, library.origin);
    const others = folderLibraryTable.of(outer.library.id).filter(({ id }) => id !== library.id);
    const along = await follow(others, { ...outer, sealCommit, rootId: outer.commit.rootId });
    return { ...along, moves: [outer, ...along.moves] };
  }

  /** The change of a folder library as one of the library that it is in. */
  async function moveOfOrigin(move: PlannedMove, { id, path }: FolderOrigin): Promise<PlannedMove> {
    const { commit, readDir, store } = move;
    const library = libraryTable.find(id);
    if (library === null) throw new DomainError('library-not-found', { value: id });
    if (library.status === 'read-only') throw new DomainError('library-read-only', { value: id });
    const folder = await findEntry(readDir, library.rootId, path);
    // Damage alone makes them differ; what is there now must not be taken for what the change was made to.
    if (folder?.kind !== 'dir' || folder.id !== move.library.rootId)
      throw new DomainError('head-moved', { value: id, reason: 'folder-differs' });
    const nowSeconds = clock.nowSeconds();
    const replaced = { path, id: commit.rootId };
    const { rootId, dirs } = await replaceFolder(readDir, library.rootId, replaced, {
      nowSeconds,
      yieldToEventLoop,
    });
    for (const dir of dirs) await store.write('fs', dir.id, dir.bytes);
    const changes = await diffTrees(readDir, library.rootId, rootId, { yieldToEventLoop });
    return sealed(library, { ...move, sealCommit, rootId, changes });
  }

  return {
    planAlong,

    /** What folder libraries have missed, by what is at the head of the library that they are in. */
    planMissed(library: Library, readDir: ReadDir, store: LibraryObjects): Promise<MovesAlong> {
      const { rootId, modifierEmail: authorEmail } = library;
      const commit = { authorEmail, description: DESCRIPTIONS.merged, deviceName: null };
      const move = { rootId, changes: [], readDir, store, commit, sealCommit };
      return follow(folderLibraryTable.of(library.id), move);
    },
  };
}

/** What a new tree means for the folder libraries in it. */
async function follow(folders: readonly FolderLibrary[], move: TreeMove): Promise<MovesAlong> {
  const moves: PlannedMove[] = [];
  const ended: LibraryId[] = [];
  const returned: LibraryId[] = [];
  const followed: { id: LibraryId; path: string }[] = [];
  for (const { folder, path, rootId, isFound } of await placesOf(folders, move)) {
    if (isFound) followed.push({ id: folder.id, path });
    if (rootId === undefined) continue;
    if (folder.isEnded) {
      // An empty folder of that name proves nothing.
      if (rootId === folder.rootId && rootId !== EMPTY_ID) returned.push(folder.id);
    } else if (rootId === null) ended.push(folder.id);
    else moves.push(...(await moveTo(folder, { path, rootId }, move)));
  }
  return { moves, ended, returned, followed };
}

/** Empty when the folder library is up to date. */
async function moveTo(
  folder: FolderLibrary,
  { path, rootId }: { readonly path: string; readonly rootId: ObjectId },
  move: TreeMove,
): Promise<PlannedMove[]> {
  const name = path === folder.origin.path ? folder.name : nameAfter(folder, path);
  if (rootId === folder.rootId && name === folder.name) return [];
  const changes = await unlessUnreadable(
    diffTrees(move.readDir, folder.rootId, rootId, { yieldToEventLoop }),
  );
  // It stays behind and takes no changes until the data can be read again.
  if (changes === undefined) return [];
  return [await sealed({ ...folder, name }, { ...move, rootId, changes }, folder)];
}

/** @param before the library as recorded, where the commit differs from it */
async function sealed(library: Library, move: TreeMove, before = library): Promise<PlannedMove> {
  const { changes, readDir, store, rootId, deletedAtSeconds, commit: cause } = move;
  const fallback = changes.length === 0 ? DESCRIPTIONS.recordChanged : cause.description;
  const commit = move.sealCommit(library.id, {
    ...recordFields(library),
    rootId,
    parentId: library.headId,
    authorEmail: cause.authorEmail,
    description: describeChanges(changes) || fallback,
    deviceName: cause.deviceName,
  });
  const planned: PlannedMove = { library: before, commit, changes, readDir, store };
  // Stored now, so that no other commit gets its id.
  await store.write('commit', commit.id, encodeCommit(commit));
  return deletedAtSeconds === undefined ? planned : { ...planned, deletedAtSeconds };
}

/** One that is called like its folder is called like it afterwards. */
function nameAfter({ name, origin }: FolderLibrary, path: string): string {
  const nameAt = (at: string) => asLibraryName(nameOf(at));
  return name === nameAt(origin.path) ? nameAt(path) : name;
}
