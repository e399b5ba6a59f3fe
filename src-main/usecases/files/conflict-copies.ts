import type { ChangeOp } from '../../../src-shared/contents-api.ts';
import { by, type Caller } from '../../core/access/caller.ts';
import { DomainError } from '../../core/errors.ts';
import { describeResolved } from '../../core/history/describe.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { ancestorsOf, isInside, joinPath, nameOf, parentOf } from '../../core/library/path.ts';
import type { FileDirent } from '../../core/objects/dir-object.ts';
import type { ObjectId } from '../../core/objects/object-id.ts';
import { originalOfConflict } from '../../core/tree/unique-name.ts';
import type { LibraryEdits } from '../../engine/edits/library-edits.ts';
import type { CommitResult } from '../../engine/heads/commit-changes.ts';
import type { Ports } from '../../engine/ports.ts';
import type { LibraryContents } from '../../engine/reading/library-contents.ts';
import { isNotKept, isUnreadable } from '../../engine/reading/stored-commits.ts';
import { yieldToEventLoop } from '../../engine/scheduling/yield-to-event-loop.ts';
import type { ConflictNameChange, ConflictNameTable } from '../../store/sqlite/conflict-names.ts';
import type { HistoryEntry } from '../../store/sqlite/history.ts';
import type { LibraryAccess } from '../access/library-access.ts';
import type { LibraryListing } from '../libraries/library-listing.ts';

export interface ConflictCopiesDependencies extends Pick<Ports, 'historyTable'> {
  readonly access: LibraryAccess;
  readonly listing: LibraryListing;
  readonly contents: LibraryContents;
  readonly edits: Pick<LibraryEdits, 'place' | 'remove'>;
  readonly conflictNames: ConflictNameTable;
  /** What the computer of this server is called in commits. */
  readonly device: string;
}

/** The device that a file was changed on last, as far as is known. */
export interface MadeOn {
  /** Empty: none, as in a browser. */
  readonly device: string;
  readonly isServer: boolean;
}

/** A file that was kept beside another one, because both were changed at once. */
export interface ConflictCopy {
  readonly library: Library;
  readonly path: string;
  readonly file: FileDirent;
  readonly madeOn: MadeOn;
  /** The name that both were to have. */
  readonly name: string;
  /** What has the name now; null: nothing, or a folder. */
  readonly original: { readonly path: string; readonly file: FileDirent; readonly madeOn: MadeOn } | null;
}

/** Which content gets the name. `both`: the copy becomes a file with a name of its own. */
export type KeptSide = 'original' | 'copy' | 'both';

const COMMITS_AT_ONCE = 1_000;
/** Of a file and the folders around it; further back nothing is known. */
const COMMITS_ASKED = 8;
/** More than that is for the listing of the folders. */
const MOST_LISTED = 200;

/**
 * Conflict copies that are there now. They are told by their names, whichever client made them; the history index is
 * read once for each commit, and what is noted of it lives in memory.
 */
export type ConflictCopies = ReturnType<typeof createConflictCopies>;

export function createConflictCopies(deps: ConflictCopiesDependencies) {
  const { access, listing, contents, edits, conflictNames, historyTable, device: own } = deps;
  const noted = new NotedPaths(conflictNames);

  async function fileAt(library: Library, path: string): Promise<FileDirent | null> {
    const item = await contents.entryAt(library, path);
    return item?.kind === 'file' ? item : null;
  }

  async function copyAt(library: Library, path: string): Promise<ConflictCopy | null> {
    const name = originalOfConflict(nameOf(path));
    const file = await fileAt(library, path);
    if (name === null || file === null) return null;
    const originalPath = joinPath(parentOf(path), name);
    const original = await fileAt(library, originalPath);
    return {
      ...{ library, path, file, name, madeOn: await madeOn(library, path, file.id) },
      original: original && {
        ...{ path: originalPath, file: original },
        madeOn: await madeOn(library, originalPath, original.id),
      },
    };
  }

  async function madeOn(library: Library, path: string, fileId: ObjectId): Promise<MadeOn> {
    const { id, headSeq } = library;
    // A folder that came with its contents is one change.
    const paths = [path, ...ancestorsOf(path)];
    const brought: { commit: HistoryEntry | null; brings: ObjectId | null }[] = [];
    for (const seq of historyTable.touching(id, paths, { from: headSeq, downTo: 1, limit: COMMITS_ASKED })) {
      const change = historyTable.changesAt(id, seq, paths).find(({ op }) => BRINGS.has(op));
      if (change === undefined) continue;
      const commit = historyTable.findBySeq(id, seq);
      const isItself = change.path === path;
      brought.push({ commit, brings: isItself ? change.objectId : await fileIdAt(library, path, commit) });
    }
    // Bringing it back on the page, for example with Undo, is no change of it.
    const isOnPage = brought[0]?.commit?.deviceName === null;
    const first = isOnPage ? brought.findLastIndex(({ brings }) => brings === fileId) : 0;
    // Merges are made by the server, so they name no device.
    const last = brought.slice(Math.max(0, first)).find(({ commit }) => commit?.isMerge === false);
    const device = last?.commit?.deviceName ?? '';
    return { device, isServer: device !== '' && device === own };
  }

  /** The file at a path in a folder that a commit brought; null: none, or the commit is not kept whole. */
  async function fileIdAt(
    library: Library,
    path: string,
    commit: HistoryEntry | null,
  ): Promise<ObjectId | null> {
    if (commit === null) return null;
    try {
      return (await contents.entryAt(library, path, commit.id))?.id ?? null;
    } catch (error) {
      if (isNotKept(error)) return null;
      throw error;
    }
  }

  /** Those of a library; none of one whose folders cannot be read, which its check tells about. */
  async function copiesIn(library: Library): Promise<ConflictCopy[]> {
    const copies: ConflictCopy[] = [];
    try {
      for (const path of await noted.in(library)) {
        const copy = await copyAt(library, path);
        if (copy !== null) copies.push(copy);
      }
    } catch (error) {
      if (!isUnreadable(error)) throw error;
    }
    return copies;
  }

  return {
    /** The conflict copy at a path; null when there is none. */
    find: copyAt,

    /** In all libraries that the caller reaches, at most the first 200. */
    async list(caller: Caller): Promise<ConflictCopy[]> {
      const copies: ConflictCopy[] = [];
      for (const { library } of listing.list(caller, { kinds: new Set(['mine', 'shared', 'group']) })) {
        copies.push(...(await copiesIn(library)));
        if (copies.length >= MOST_LISTED) break;
      }
      return copies.slice(0, MOST_LISTED);
    },

    /**
     * Ends a conflict as one commit; what loses stays in history. Durable on return.
     * @returns also where what was kept is now
     * @throws DomainError `library-not-found`, `permission-denied`, `library-read-only`; `item-not-found` when there is
     * no conflict copy at the path
     */
    async resolve(
      caller: Caller,
      { libraryId, path }: { readonly libraryId: LibraryId; readonly path: string },
      keep: KeptSide,
    ): Promise<CommitResult & { readonly path: string }> {
      const { library } = access.writable(caller, libraryId);
      const copy = await copyAt(library, path);
      if (copy === null) throw new DomainError('item-not-found', { value: path });
      const { file, name, original } = copy;
      const command = { libraryId, ...by(caller) };
      if (keep === 'original') {
        const description = describeResolved(name);
        const made = await edits.remove({ ...command, items: [{ path, base: file.id }], description });
        return { ...made, path: joinPath(parentOf(path), name) };
      }
      const { made, items } = await edits.place({
        ...{ ...command, folder: parentOf(path), items: [{ item: { ...file, name }, from: path }] },
        replaces: keep === 'copy' && original !== null ? [name] : [],
        resolves: true,
      });
      return { ...made, path: items[0]?.path ?? path };
    },
  };
}

/** Changes after which something is at the path. */
const BRINGS: ReadonlySet<ChangeOp> = new Set(['new', 'modified', 'newdir']);

/** What is known of one library from its commits up to a number. */
interface Noted {
  seq: number;
  readonly paths: Set<string>;
}

/** Paths that are called like conflict copies. */
class NotedPaths {
  readonly #conflictNames: ConflictNameTable;
  readonly #noted = new Map<LibraryId, Noted>();

  constructor(conflictNames: ConflictNameTable) {
    this.#conflictNames = conflictNames;
  }

  async in({ id, headSeq }: Library): Promise<ReadonlySet<string>> {
    const own = this.#noted.get(id) ?? { seq: 0, paths: new Set<string>() };
    this.#noted.set(id, own);
    while (own.seq < headSeq) {
      const upTo = Math.min(headSeq, own.seq + COMMITS_AT_ONCE);
      for (const change of this.#conflictNames.between(id, { after: own.seq, upTo })) note(own.paths, change);
      own.seq = upTo;
      await yieldToEventLoop();
    }
    return own.paths;
  }
}

function note(paths: Set<string>, { op, path, newPath, isDir }: ConflictNameChange): void {
  if (isDir) {
    for (const inside of [...paths].filter((each) => isInside(each, path))) {
      paths.delete(inside);
      paths.add(newPath + inside.slice(path.length));
    }
    return;
  }
  if (op === 'removed' || op === 'renamed') paths.delete(path);
  const there = op === 'renamed' ? newPath : path;
  if (op !== 'removed' && originalOfConflict(nameOf(there)) !== null) paths.add(there);
}
