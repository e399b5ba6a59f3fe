import { by, type Caller } from '../../core/access/caller.ts';
import { DomainError } from '../../core/errors.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { checkNewItemName } from '../../core/library/name.ts';
import { joinPath, nameOf, parentOf } from '../../core/library/path.ts';
import {
  LISTED_ENTRIES_MAX,
  LISTED_UNLIMITED,
  LISTINGS_AT_ONCE_PER_PERSON,
  LISTINGS_WAITING,
  LISTINGS_WAITING_PER_PERSON,
} from '../../core/limits.ts';
import type { Dirent, FileDirent } from '../../core/objects/dir-object.ts';
import type { CommitId } from '../../core/objects/object-id.ts';
import { isStepDue } from '../../core/steps.ts';
import type { WalkedEntry } from '../../core/tree/walk.ts';
import type { LibraryEdits } from '../../engine/edits/library-edits.ts';
import type { CommitResult } from '../../engine/heads/commit-changes.ts';
import type { FolderListing, LibraryContents, MeasuredTree } from '../../engine/reading/library-contents.ts';
import { SharedSemaphore } from '../../engine/scheduling/shared-semaphore.ts';
import { yieldToEventLoop } from '../../engine/scheduling/yield-to-event-loop.ts';
import type { LibraryAccess, LibraryView } from '../access/library-access.ts';

const LISTINGS_OF_ONE_PERSON = {
  atOnce: LISTINGS_AT_ONCE_PER_PERSON,
  waiting: LISTINGS_WAITING_PER_PERSON,
};

export interface LibraryItemsDependencies {
  readonly access: LibraryAccess;
  readonly contents: LibraryContents;
  readonly edits: LibraryEdits;
}

/** An item and the library that it is in, as the caller sees it. */
export interface FoundItem {
  readonly view: LibraryView;
  readonly item: Dirent;
}

/** An item and how much it is, with all that it holds. */
export interface MeasuredItem extends MeasuredTree {
  readonly item: Dirent;
}

interface MeasureRequest {
  readonly folder: string;
  readonly names: readonly string[];
  /** Null: now. */
  readonly commitId: CommitId | null;
}

/** What a path is about. */
export interface ItemPlace {
  readonly libraryId: LibraryId;
  readonly path: string;
  /** Absent: whatever has the name. */
  readonly kind?: Dirent['kind'];
}

/**
 * Single items of a library: looking at them, making, renaming and deleting them. A library that does not exist is
 * answered first, then a caller who may not look into it, then what is not there, then a caller who may not change it.
 */
export type LibraryItems = ReturnType<typeof createLibraryItems>;

export function createLibraryItems(deps: LibraryItemsDependencies) {
  const { access, contents, edits } = deps;
  const reading = createItemReading(deps);
  const { find, list } = reading;
  async function make(
    caller: Caller,
    libraryId: LibraryId,
    { kind, path }: { readonly kind: Dirent['kind']; readonly path: string },
  ): Promise<string> {
    const folder = parentOf(path);
    await find(caller, { libraryId, path: folder, kind: 'dir' });
    access.writable(caller, libraryId);
    const wanted = { kind, folder, name: nameOf(path), onTaken: 'number' } as const;
    return (await edits.make({ libraryId, ...by(caller), ...wanted })).path;
  }

  return {
    ...reading,

    /**
     * Makes an empty folder and gives its path, which has a number when the name is taken. Durable on return.
     * @throws DomainError as `find`; `library-read-only`, `name-invalid`, `path-invalid`
     */
    async makeFolder(caller: Caller, libraryId: LibraryId, path: string): Promise<string> {
      return make(caller, libraryId, { kind: 'dir', path });
    },

    /**
     * Makes a folder unless it is there, and those above it that are not. Durable on return.
     * @throws DomainError `library-not-found`, `permission-denied`, `library-read-only`, `name-invalid`; `name-taken`
     * when a file is in the way
     */
    async makeFolders(caller: Caller, libraryId: LibraryId, path: string): Promise<void> {
      access.writable(caller, libraryId);
      await edits.makeFolders({ libraryId, ...by(caller), path });
    },

    /** Makes an empty file and gives its path. Durable on return. @throws DomainError as `makeFolder` */
    async makeFile(caller: Caller, libraryId: LibraryId, path: string): Promise<string> {
      return make(caller, libraryId, { kind: 'file', path });
    },

    /**
     * Renames an item and gives its new path, which has a number when the name is taken. The name that it has makes no
     * commit. Durable on return.
     * @throws DomainError as `find`; `library-read-only`, `name-invalid`, `path-invalid`
     */
    async rename(caller: Caller, place: ItemPlace, newName: string): Promise<string> {
      const { libraryId, path } = place;
      access.readable(caller, libraryId);
      checkNewItemName(newName);
      await find(caller, place);
      access.writable(caller, libraryId);
      const wanted = { path, name: newName, onTaken: 'number' } as const;
      return (await edits.rename({ libraryId, ...by(caller), ...wanted })).path;
    },

    /**
     * Deletes a folder with all it holds, or a file. Durable on return.
     * @throws DomainError as `find`; `library-read-only`; `path-invalid` for the root
     */
    async remove(caller: Caller, place: ItemPlace): Promise<CommitResult> {
      await find(caller, place);
      const { libraryId, path } = place;
      access.writable(caller, libraryId);
      return edits.remove({ libraryId, ...by(caller), items: [{ path }] });
    },

    /**
     * Deletes whatever has the path; null when nothing does, which makes no commit. Durable on return.
     * @throws DomainError `library-not-found`, `permission-denied`, `library-read-only`; `path-invalid` for the root
     */
    async removeIfThere(caller: Caller, libraryId: LibraryId, path: string): Promise<CommitResult | null> {
      const { library } = access.writable(caller, libraryId);
      const item = await contents.entryAt(library, path);
      if (item === null) return null;
      return edits.remove({ libraryId, ...by(caller), items: [{ path }] });
    },

    /**
     * Deletes items of one folder in one commit; those that are not there are no work. Durable on return.
     * @throws DomainError as `find`; `library-read-only`; `name-invalid` for a path, which names nothing in the folder
     */
    async removeSeveral(
      caller: Caller,
      libraryId: LibraryId,
      { folder, names }: { folder: string; names: readonly string[] },
    ): Promise<CommitResult> {
      const { listing } = await list(caller, libraryId, folder);
      access.writable(caller, libraryId);
      const path = names.find((name) => name.includes('/'));
      if (path !== undefined) throw new DomainError('name-invalid', { value: path, reason: 'separator' });
      const wanted = new Set(names);
      const there = listing.dirents.filter(({ name }) => wanted.has(name));
      const items = there.map(({ name }) => ({ path: joinPath(folder, name) }));
      return edits.remove({ libraryId, ...by(caller), items });
    },
  };
}

/** Looking at items. */
function createItemReading(deps: LibraryItemsDependencies) {
  const { contents } = deps;
  const { find, findFile, list } = createItemFinder(deps);
  const listings = new SharedSemaphore({ atOnce: Number.POSITIVE_INFINITY, waiting: LISTINGS_WAITING });

  /** Its turn ends when its reader is done. */
  async function* limited(person: string, entries: AsyncGenerator<readonly WalkedEntry[]>) {
    const end = await listings.take([{ sender: person, ...LISTINGS_OF_ONE_PERSON }]);
    try {
      yield* entries;
    } finally {
      end();
    }
  }

  return {
    find,
    findFile,
    list,

    /**
     * What is at a place, also where the accents of its name are written otherwise, unless both are there. Null: nothing.
     * @throws DomainError as `find`
     */
    async findAnyForm(
      caller: Caller,
      { libraryId, path }: Omit<ItemPlace, 'kind'>,
      commitId: CommitId | null,
    ): Promise<{ path: string; item: Dirent } | null> {
      for (const form of new Set([path, path.normalize('NFC')])) {
        try {
          const { item } = await find(caller, { libraryId, path: form }, commitId);
          return { path: form, item };
        } catch (error) {
          if (!(error instanceof DomainError) || error.code !== 'file-not-found') throw error;
        }
      }
      return null;
    },

    /** A file with the ids of its blocks, in order. @throws DomainError as `find` */
    async blocks(caller: Caller, place: Omit<ItemPlace, 'kind'>) {
      const found = await findFile(caller, place);
      return { ...found, blockIds: await contents.blockIds(found.view.library, found.item) };
    },

    /**
     * Every item below a folder, some at a time, folders before what they hold; paths start at the folder.
     * @throws DomainError as `find`; `argument-invalid` when there are too many
     */
    async tree(
      caller: Caller,
      libraryId: LibraryId,
      path: string,
    ): Promise<FoundItem & { below: AsyncGenerator<readonly WalkedEntry[]> }> {
      const found = await find(caller, { libraryId, path, kind: 'dir' });
      const { library } = found.view;
      const count = await contents.count(library, found.item.id, caller.email);
      if (count > LISTED_ENTRIES_MAX)
        throw new DomainError('argument-invalid', { field: 'recursive', reason: 'too-many' });
      const below = someAtATime(contents.walk(library, found.item.id));
      return { ...found, below: count > LISTED_UNLIMITED ? limited(caller.email, below) : below };
    },

    /**
     * How much items of one folder are, with all that folders hold, and who changed them last; those that are not there are
     * left out.
     * @throws DomainError as `find`
     */
    async measureSeveral(
      caller: Caller,
      libraryId: LibraryId,
      { folder, names, commitId }: MeasureRequest,
      signal?: AbortSignal,
    ): Promise<readonly MeasuredItem[]> {
      const { view, listing } = await list(caller, libraryId, folder, commitId);
      const there = new Map(listing.dirents.map((item) => [item.name, item]));
      const measured: MeasuredItem[] = [];
      for (const [at, name] of names.entries()) {
        if (isStepDue(at)) await yieldToEventLoop();
        const item = there.get(name);
        if (item !== undefined)
          measured.push({
            item,
            ...(await contents.measureFor(caller.email, view.library, { item, signal })),
          });
      }
      return measured;
    },
  };
}

function createItemFinder({ access, contents }: LibraryItemsDependencies) {
  /**
   * The item as it is now, or was at a commit.
   * @throws DomainError `library-not-found`, `permission-denied`, `commit-not-found`, `folder-not-found`,
   * `file-not-found` (also: something of the other kind, and where any kind would do)
   */
  async function find(
    caller: Caller,
    { libraryId, path, kind }: ItemPlace,
    commitId: CommitId | null = null,
  ): Promise<FoundItem> {
    const view = access.readable(caller, libraryId);
    const item = await contents.entryAt(view.library, path, commitId);
    if (item !== null && (kind ?? item.kind) === item.kind) return { view, item };
    throw new DomainError(kind === 'dir' ? 'folder-not-found' : 'file-not-found', { value: path });
  }

  /** @throws DomainError as `find` */
  async function findFile(
    caller: Caller,
    place: Omit<ItemPlace, 'kind'>,
    commitId: CommitId | null = null,
  ): Promise<FoundItem & { item: FileDirent }> {
    const { view, item } = await find(caller, { ...place, kind: 'file' }, commitId);
    if (item.kind !== 'file') throw new DomainError('file-not-found', { value: place.path });
    return { view, item };
  }

  /** @throws DomainError as `find` */
  async function list(
    caller: Caller,
    libraryId: LibraryId,
    path: string,
    commitId: CommitId | null = null,
  ): Promise<{ view: LibraryView; listing: FolderListing }> {
    const { view } = await find(caller, { libraryId, path, kind: 'dir' }, commitId);
    return { view, listing: await contents.list(view.library, path, commitId) };
  }

  return { find, findFile, list };
}

/** To hand entries on one by one, through a few generators, takes longer than to read them. */
const ENTRIES_AT_A_TIME = 400;

async function* someAtATime(entries: AsyncGenerator<WalkedEntry>): AsyncGenerator<readonly WalkedEntry[]> {
  let some: WalkedEntry[] = [];
  for await (const entry of entries) {
    some.push(entry);
    if (some.length < ENTRIES_AT_A_TIME) continue;
    yield some;
    some = [];
  }
  yield some;
}
