import { DomainError } from '../../core/errors.ts';
import type { Change } from '../../core/history/change.ts';
import { DESCRIPTIONS, describeChanges } from '../../core/history/describe.ts';
import type { FolderOrigin, Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { movedRows } from '../../core/library/moved-paths.ts';
import { asLibraryName } from '../../core/library/name.ts';
import { isInside, joinPath, nameOf } from '../../core/library/path.ts';
import { encodeCommit } from '../../core/objects/commit.ts';
import { EMPTY_ID, type ObjectId } from '../../core/objects/object-id.ts';
import { diffTrees } from '../../core/tree/diff.ts';
import { likenessOf } from '../../core/tree/folder-likeness.ts';
import type { ReadDir } from '../../core/tree/read-dir.ts';
import { replaceFolder } from '../../core/tree/replace-folder.ts';
import { createNearLookup, findEntry } from '../../core/tree/tree-lookup.ts';
import type { LibraryObjects } from '../../store/objects/object-store.ts';
import type { FolderLibrary } from '../../store/sqlite/folder-libraries.ts';
import type { Ports } from '../ports.ts';
import { isUnreadable } from '../reading/stored-commits.ts';
import { yieldToEventLoop } from '../scheduling/yield-to-event-loop.ts';
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
}

const NOTHING: MovesAlong = { moves: [], ended: [], returned: [], followed: [] };

/** New folders that are compared with one that is gone. */
const COMPARED_MAX = 50;
/** New folders, and folders in them, that are looked at for being one that is gone. */
const LOOKED_AT_MAX = 1_000;
/** More of its files are there, where a folder is taken for one that is gone. */
const LEAST_LIKENESS = 0.49;

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
      return follow(folderLibraryTable.of(library.id), { ...move, rootId: commit.rootId });
    const outer = await moveOfOrigin(move, library.origin);
    const others = folderLibraryTable.of(outer.library.id).filter(({ id }) => id !== library.id);
    const along = await follow(others, { ...outer, rootId: outer.commit.rootId });
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
    return sealed(library, { ...move, rootId, changes });
  }

  async function follow(folders: readonly FolderLibrary[], move: TreeMove): Promise<MovesAlong> {
    const moves: PlannedMove[] = [];
    const ended: LibraryId[] = [];
    const returned: LibraryId[] = [];
    const followed: { id: LibraryId; path: string }[] = [];
    for (const { folder, path, rootId, isFound } of await placesOf(folders, move)) {
      if (isFound) followed.push({ id: folder.id, path });
      if (rootId === undefined) continue;
      if (folder.isEnded) {
        // An empty folder of that name may be any.
        if (rootId === folder.rootId && rootId !== EMPTY_ID) returned.push(folder.id);
      } else if (rootId === null) ended.push(folder.id);
      else moves.push(...(await moveTo(folder, { path, rootId }, move)));
    }
    return { moves, ended, returned, followed };
  }

  /** None: it has been that already. */
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
    // It stays behind, and takes no changes, until it can be read again.
    if (changes === undefined) return [];
    return [await sealed({ ...folder, name }, { ...move, rootId, changes }, folder)];
  }

  /** @param before as the library is on record, where the commit says something else */
  async function sealed(library: Library, move: TreeMove, before = library): Promise<PlannedMove> {
    const { changes, readDir, store, rootId, deletedAtSeconds, commit: cause } = move;
    const fallback = changes.length === 0 ? DESCRIPTIONS.recordChanged : cause.description;
    const commit = sealCommit(library.id, {
      ...recordFields(library),
      rootId,
      parentId: library.headId,
      authorEmail: cause.authorEmail,
      description: describeChanges(changes) || fallback,
      deviceName: cause.deviceName,
    });
    const planned: PlannedMove = { library: before, commit, changes, readDir, store };
    // Now, so that no other commit gets its id.
    await store.write('commit', commit.id, encodeCommit(commit));
    return deletedAtSeconds === undefined ? planned : { ...planned, deletedAtSeconds };
  }

  return {
    planAlong,

    /** What folder libraries have missed, by what is at the head of the library that they are in. */
    planMissed(library: Library, readDir: ReadDir, store: LibraryObjects): Promise<MovesAlong> {
      const { rootId, modifierEmail: authorEmail } = library;
      const commit = { authorEmail, description: DESCRIPTIONS.merged, deviceName: null };
      return follow(folderLibraryTable.of(library.id), {
        ...{ rootId, changes: [], readDir, store, commit },
      });
    },
  };
}

interface FolderPlace {
  readonly path: string;
  /** Null: there is no folder. Undefined: nobody can say, so nothing is concluded. */
  readonly rootId: ObjectId | null | undefined;
  /** By its files alone. */
  readonly isFound: boolean;
}

/**
 * Those that are live first. Of one folder there is one library: who ends a share must not leave another one there that
 * nobody sees.
 */
async function placesOf(folders: readonly FolderLibrary[], move: TreeMove) {
  const placeOf = placesAfter(folders, move);
  const taken = new Set<string>();
  const places: (FolderPlace & { readonly folder: FolderLibrary })[] = [];
  // Near ones one after the other, so that each folder on the way to them is read about once.
  const inOrder = [...folders].sort(
    (one, other) =>
      Number(one.isEnded) - Number(other.isEnded) || (one.origin.path < other.origin.path ? -1 : 1),
  );
  for (const folder of inOrder) {
    const place = await placeOf(folder);
    const isTaken = taken.has(place.path) && (folder.isEnded || place.isFound);
    places.push({ folder, ...place, ...(isTaken && { rootId: null, isFound: false }) });
    const isThere = folder.isEnded ? place.rootId === folder.rootId : place.rootId !== null;
    if (isThere) taken.add(place.path);
  }
  return places;
}

/** Says where the folder of each is after the move. */
function placesAfter(
  folders: readonly FolderLibrary[],
  { changes, readDir, rootId }: TreeMove,
): (folder: FolderLibrary) => Promise<FolderPlace> {
  const moves = changes
    .filter(({ op }) => op === 'renamed')
    .map(({ path: from, newPath: to }) => ({ from, to }));
  const rows = folders.map(({ id, origin: { path } }) => ({ id, path }));
  const moved = new Map(movedRows(rows, moves).map(({ row, to }) => [row.id, to.path]));
  const entryAt = createNearLookup(readDir, rootId, yieldToEventLoop);
  const rootAt = async (path: string): Promise<FolderPlace['rootId']> => {
    const found = await unlessUnreadable(entryAt(path));
    return found === undefined ? undefined : found?.kind === 'dir' ? found.id : null;
  };
  /** What is gone, and what is new: looked for once, and only where a folder is gone. */
  let ends: { readonly gone: readonly Change[]; readonly made: readonly Change[] } | null = null;
  let inNew: Promise<readonly string[]> | null = null;

  function endsOf() {
    ends ??= {
      gone: changes.filter(({ op }) => op === 'deldir'),
      made: changes.filter(({ op }) => op === 'newdir'),
    };
    return ends;
  }

  /**
   * The folder that went, with the one that is looked for in it or being it; null: it is where it was. One that has nothing
   * in common with what is there now may have left its name to another, in the same commit.
   */
  async function pathThatLeft(
    { origin: { path }, rootId: before }: FolderLibrary,
    found: ObjectId | null,
  ): Promise<string | null> {
    const { gone, made } = endsOf();
    if (found === null) return gone.find(({ path: at }) => at === path || isInside(path, at))?.path ?? null;
    const isElsewhere = made.some(({ path: at }) => !isInside(at, path));
    if (!isElsewhere || found === before) return null;
    return (await unlessUnreadable(likenessOf(readDir, before, found))) === 0 ? path : null;
  }

  /** Whether a folder that was elsewhere has taken the place: nobody has shared that. */
  async function isOfAnother(
    { rootId: before }: FolderLibrary,
    path: string,
    found: ObjectId,
  ): Promise<boolean> {
    const others = endsOf().gone.filter(({ path: at }) => !isInside(at, path));
    if (found === before || others.length === 0) return false;
    const likeness = (id: ObjectId) => unlessUnreadable(likenessOf(readDir, id, found));
    if ((await likeness(before)) !== 0) return false;
    for (const { objectId } of others.slice(0, COMPARED_MAX))
      if (((await likeness(objectId)) ?? 0) > LEAST_LIKENESS) return true;
    return false;
  }

  /** The new folders and those in them, the outer ones first: what is moved into a new folder is new with it. */
  async function newFolders(): Promise<readonly string[]> {
    inNew ??= (async () => {
      const paths = endsOf().made.map(({ path }) => path);
      for (let at = 0; at < paths.length && paths.length < LOOKED_AT_MAX; at += 1) {
        const path = paths[at] ?? '';
        const id = await rootAt(path);
        const rows = id ? await unlessUnreadable(readDir(id)) : [];
        for (const { kind, name } of rows ?? []) if (kind === 'dir') paths.push(joinPath(path, name));
      }
      return paths;
    })();
    return inNew;
  }

  /** From 0 to 1. Undefined: nobody can say. */
  async function likenessAt(
    path: string,
    before: ObjectId,
    isCompared: boolean,
  ): Promise<number | undefined> {
    const found = (await rootAt(path)) ?? null;
    if (found === null || before === EMPTY_ID) return 0;
    if (found === before) return 1;
    return isCompared ? unlessUnreadable(likenessOf(readDir, before, found)) : 0;
  }

  /**
   * Where a folder is that was renamed and changed at once, or moved into a new one: of the new ones that which is most like
   * it.
   * @param left @see pathThatLeft
   */
  async function findChanged(
    { origin: { path }, rootId: before }: FolderLibrary,
    left: string,
  ): Promise<FolderPlace | null> {
    let best: string | null = null;
    let bestLikeness = LEAST_LIKENESS;
    // First as deep in a new folder as it was in what went.
    const places = endsOf().made.map(({ path: at }) => `${at}${path.slice(left.length)}`);
    for (const [at, place] of [...new Set([...places, ...(await newFolders())])].entries()) {
      const likeness = await likenessAt(place, before, at < COMPARED_MAX);
      if (likeness === undefined || likeness <= bestLikeness) continue;
      best = place;
      bestLikeness = likeness;
    }
    return best === null ? null : { path: best, rootId: await rootAt(best), isFound: true };
  }

  return async (folder) => {
    const path = moved.get(folder.id) ?? folder.origin.path;
    const found = await rootAt(path);
    if (found === undefined || folder.isEnded) return { path, rootId: found, isFound: false };
    const isTaken = found !== null && (await isOfAnother(folder, path, found));
    const there = { path, rootId: isTaken ? null : found, isFound: false };
    const left = isTaken ? path : await pathThatLeft(folder, found);
    return left === null ? there : ((await findChanged(folder, left)) ?? there);
  };
}

/** One that is called like its folder is called like it afterwards. */
function nameAfter({ name, origin }: FolderLibrary, path: string): string {
  const nameAt = (at: string) => asLibraryName(nameOf(at));
  return name === nameAt(origin.path) ? nameAt(path) : name;
}

async function unlessUnreadable<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isUnreadable(error)) return undefined;
    throw error;
  }
}
