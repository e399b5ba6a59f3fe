import { by, type Caller } from '../../core/access/caller.ts';
import { appendAll } from '../../core/append-all.ts';
import { DomainError } from '../../core/errors.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import type { Dirent } from '../../core/objects/dir-object.ts';
import type { CommitId } from '../../core/objects/object-id.ts';
import type { LeftAlone } from '../../core/tree/undo.ts';
import type { LibraryEdits } from '../../engine/edits/library-edits.ts';
import type { RestoreSnapshot, SnapshotRestored, UndoCommit, Undone } from '../../engine/edits/restores.ts';
import type { CommitResult } from '../../engine/heads/commit-changes.ts';
import type { LibraryContents } from '../../engine/reading/library-contents.ts';
import type { LibraryAccess } from '../access/library-access.ts';
import type { UnlockedLibraries } from '../access/unlocked-libraries.ts';
import type { ItemPlace, LibraryItems } from '../files/library-items.ts';

export interface RestoresDependencies {
  readonly access: LibraryAccess;
  readonly contents: Pick<LibraryContents, 'commitAt' | 'entryAt'>;
  readonly edits: Pick<LibraryEdits, 'restore' | 'restoreSnapshot' | 'undo'>;
  readonly items: Pick<LibraryItems, 'find'>;
  readonly unlocked: Pick<UnlockedLibraries, 'stateFor'>;
}

/** What had the path at the commit; `/` for the whole library. */
export interface WantedVersion {
  readonly path: string;
  readonly commitId: CommitId;
}

export interface Restored {
  /** Where the item is now. */
  readonly path: string;
  /** The head now. */
  readonly commitId: CommitId;
  /** False: everything was there as it was already, and no commit was made. */
  readonly isChanged: boolean;
  readonly files: number;
  readonly bytes: number;
}

/** What a restore would say, were it done now. */
export interface RestorePreview extends Omit<Restored, 'commitId' | 'isChanged'> {
  /** Present where something else is at the place now. */
  readonly replaces?: true;
}

export interface SeveralUndone {
  /** Those that were made, oldest first. */
  readonly commitIds: readonly CommitId[];
  /** Items that were changed since and stay as they are. */
  readonly leftAlone: readonly LeftAlone[];
}

/** A command without its author, who is the caller. */
type Wanted<Command> = Omit<Command, keyof ReturnType<typeof by>>;

/** Restores for callers who may change the library. Durable on return. */
export type Restores = ReturnType<typeof createRestores>;

export function createRestores(deps: RestoresDependencies) {
  const { access, edits } = deps;

  /**
   * Commits the inverse of one commit on top of what is there now, or says what that would be.
   * @throws DomainError `library-not-found`, `permission-denied`, and as `LibraryEdits.undo`
   */
  async function undo(caller: Caller, request: Wanted<UndoCommit>): Promise<Undone> {
    access.writable(caller, request.libraryId);
    return edits.undo({ ...request, ...by(caller) });
  }

  return {
    ...createItemRestores(deps),

    /**
     * Puts a version in the place of the file, also when it had another name then. A file that is gone comes back; a folder
     * that has its path stays, and the version goes beside it.
     * @throws DomainError `library-not-found`, `permission-denied`, `library-read-only`, `commit-not-found`,
     * `file-not-found` when the version is no file
     */
    async version(
      caller: Caller,
      { libraryId, path }: { readonly libraryId: LibraryId; readonly path: string },
      version: WantedVersion,
    ): Promise<CommitResult & { readonly path: string }> {
      access.writable(caller, libraryId);
      const from = { ...version, kind: 'file' } as const;
      const { made, restored } = await edits.restore({
        ...{ libraryId, ...by(caller) },
        items: [{ from, to: path, onTaken: 'conflict-copy' }],
      });
      return { ...made, path: restored[0]?.path ?? path };
    },

    /**
     * Brings items, or everything, back as a snapshot has them, or says what that would do.
     * @throws DomainError `library-not-found`, `permission-denied`, `library-read-only`, `commit-not-found`, `head-moved`
     */
    async snapshot(caller: Caller, request: Wanted<RestoreSnapshot>): Promise<SnapshotRestored> {
      access.writable(caller, request.libraryId);
      return edits.restoreSnapshot({ ...request, ...by(caller) });
    },

    undo,

    /**
     * Takes commits back one after the other, each by a commit of its own.
     * @param commitIds newest first
     * @throws DomainError as `undo`; what was taken back by then stays so
     */
    async undoSeveral(
      caller: Caller,
      libraryId: LibraryId,
      commitIds: readonly CommitId[],
    ): Promise<SeveralUndone> {
      const made: CommitId[] = [];
      const leftAlone: LeftAlone[] = [];
      for (const commitId of commitIds) {
        const undone = await undo(caller, { libraryId, commitId, paths: null });
        if (undone.made !== null) made.push(undone.made.commitId);
        appendAll(leftAlone, undone.plan.leftAlone);
      }
      return { commitIds: made, leftAlone };
    },

    ...createReverts(deps),
  };
}

/** Bringing one item back. */
function createItemRestores({ access, edits }: RestoresDependencies) {
  async function bringBack(caller: Caller, libraryId: LibraryId, version: WantedVersion, isDryRun: boolean) {
    access.writable(caller, libraryId);
    const { restored, totals, made } = await edits.restore({
      ...{ libraryId, ...by(caller), isDryRun },
      items: [{ from: version, onTaken: 'number', isVersion: true }],
    });
    const [{ path, replaces } = { path: version.path, replaces: false }] = restored;
    return { told: { path, files: totals.fileCount, bytes: totals.sizeBytes }, replaces, made };
  }

  /**
   * Brings an item back from a commit as a new commit; missing parents are made again. A file replaces what is there
   * (which stays in history); a folder that would clash comes back beside it under a free name; the root brings the
   * whole library back to what it was. What is there already as it was makes no commit. What is changed meanwhile is
   * planned for as well.
   * @throws DomainError `commit-not-found`, `item-not-found`, `library-read-only`, `head-moved`
   */
  async function item(caller: Caller, id: LibraryId, path: string, commitId: CommitId): Promise<Restored> {
    const { told, made } = await bringBack(caller, id, { path, commitId }, false);
    return { ...told, isChanged: made.changed, commitId: made.commitId };
  }

  return {
    item,

    /** What `item` would say now; changes nothing. @throws as `item` */
    async previewItem(
      caller: Caller,
      id: LibraryId,
      path: string,
      commitId: CommitId,
    ): Promise<RestorePreview> {
      const { told, replaces } = await bringBack(caller, id, { path, commitId }, true);
      return { ...told, ...(replaces && { replaces }) };
    },
  };
}

/** Bringing back as the compatible calls ask for it. */
function createReverts(deps: RestoresDependencies) {
  const { access, contents, items, unlocked } = deps;
  const { item } = createItemRestores(deps);

  /**
   * Brings several items back, each as a commit of its own; null stands for what the commit did not hold.
   * @throws DomainError `library-not-found`, `permission-denied`, `library-read-only`, `commit-not-found`
   */
  async function revertSeveral(
    caller: Caller,
    id: LibraryId,
    { paths, commitId }: { readonly paths: readonly string[]; readonly commitId: CommitId },
  ): Promise<{ path: string; item: Dirent | null }[]> {
    const { library } = access.writable(caller, id);
    const outcomes = [];
    for (const path of paths) {
      // The root is no item: the whole library goes back by a call of its own, which asks for more.
      const there = path === '/' ? null : await contents.entryAt(library, path, commitId);
      if (there !== null) await item(caller, id, path, commitId);
      outcomes.push({ path, item: there });
    }
    return outcomes;
  }

  function isKept(library: Library, commitId: CommitId): boolean {
    try {
      contents.commitAt(library, commitId);
      return true;
    } catch (error) {
      if (error instanceof DomainError && error.code === 'commit-not-found') return false;
      throw error;
    }
  }

  return {
    /**
     * As `item`.
     * @throws DomainError as `LibraryItems.find`, for the item at the commit; `library-read-only`
     */
    async revert(caller: Caller, place: ItemPlace, commitId: CommitId): Promise<Restored> {
      await items.find(caller, place, commitId);
      return item(caller, place.libraryId, place.path, commitId);
    },

    revertSeveral,

    /**
     * The same from several commits. Of one that is not there, nothing is found.
     * @throws DomainError `library-not-found`, `permission-denied`, `library-read-only`
     */
    async revertFromCommits(
      caller: Caller,
      id: LibraryId,
      wanted: ReadonlyMap<CommitId, readonly string[]>,
    ): Promise<{ path: string; item: Dirent | null }[]> {
      const { library } = access.writable(caller, id);
      const outcomes = [];
      for (const [commitId, paths] of wanted) {
        if (isKept(library, commitId))
          outcomes.push(...(await revertSeveral(caller, id, { paths, commitId })));
        else outcomes.push(...paths.map((path) => ({ path, item: null })));
      }
      return outcomes;
    },

    /**
     * Turns the whole library into what it was at a commit, as a new commit.
     * @throws DomainError `library-not-found`, `commit-not-found`; `permission-denied` unless the caller manages the
     * library; `library-read-only`; `library-locked` for an encrypted one whose password the caller has not entered
     */
    async revertAll(caller: Caller, id: LibraryId, commitId: CommitId): Promise<Restored> {
      const library = access.existing(id);
      contents.commitAt(library, commitId);
      access.managed(caller, id);
      if (library.encryption !== null && unlocked.stateFor(caller, id) === null)
        throw new DomainError('library-locked', { value: id });
      return item(caller, id, '/', commitId);
    },
  };
}
