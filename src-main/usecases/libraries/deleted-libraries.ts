import { type Caller, requireAdministrator } from '../../core/access/caller.ts';
import { DomainError } from '../../core/errors.ts';
import type { DeletedLibrary } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import type { Owner } from '../../core/library/owner.ts';
import type { JournalRecords } from '../../engine/heads/journal-records.ts';
import type { Ports } from '../../engine/ports.ts';
import type { People } from '../access/people.ts';
import type { LibrarySharesAndLinks } from '../sharing/library-shares-and-links.ts';
import type { PageRequest } from './admin-libraries.ts';

export interface DeletedLibraryView {
  readonly library: DeletedLibrary;
  readonly ownerName: string;
  /** Null for libraries of a user. */
  readonly groupName: string | null;
}

export interface DeletedLibrariesDependencies
  extends Pick<
    Ports,
    | 'deletedLibraryTable'
    | 'folderLibraryTable'
    | 'folderActivityTable'
    | 'folderActivity'
    | 'importingLibraries'
    | 'objects'
    | 'transaction'
    | 'clock'
    | 'events'
  > {
  readonly people: People;
  readonly journalRecords: Pick<JournalRecords, 'record'>;
  readonly sharesAndLinks: Pick<LibrarySharesAndLinks, 'close'>;
}

/** The trash of libraries. Owners reach their own deleted libraries, administrators all. */
export type DeletedLibraries = ReturnType<typeof createDeletedLibraries>;

export function createDeletedLibraries(deps: DeletedLibrariesDependencies) {
  const { deletedLibraryTable, people } = deps;

  function view(library: DeletedLibrary): DeletedLibraryView {
    const { owner } = library;
    if (owner.kind === 'user')
      return { library, ownerName: people.displayName(owner.email), groupName: null };
    const groupName = people.groupName(owner.groupId);
    return { library, ownerName: groupName, groupName };
  }

  /**
   * Back to the same head, owner and name; status and retention are reset. Durable on return.
   * @param options `keepsShares`: shares and links come back as well; programs expect that they do not
   */
  async function restore(caller: Caller, id: LibraryId, { keepsShares = false } = {}): Promise<void> {
    const library = reachable(deps, caller, id);
    deps.transaction(() => {
      deletedLibraryTable.restore(id);
      const folders = deps.folderLibraryTable.of(id).map((folder) => folder.id);
      if (!keepsShares) for (const each of [id, ...folders]) deps.sharesAndLinks.close(each);
    });
    await record(deps, 'restored', library);
  }

  return {
    restore,
    ...createPurges(deps),

    /** Newest deletion first; administrators only. */
    list(caller: Caller, { page, perPage }: PageRequest) {
      requireAdministrator(caller);
      const rows = deletedLibraryTable.page(perPage + 1, (page - 1) * perPage);
      return { libraries: rows.slice(0, perPage).map(view), hasNextPage: rows.length > perPage };
    },

    /** Newest deletion first; administrators only. An owner that does not exist has none. */
    listOf(caller: Caller, owner: Owner): DeletedLibraryView[] {
      requireAdministrator(caller);
      return deletedLibraryTable.ownedBy(owner).map(view);
    },

    /** The caller's own, newest deletion first. */
    listOwn(caller: Caller): DeletedLibraryView[] {
      return deletedLibraryTable.ownedBy({ kind: 'user', email: caller.email }).map(view);
    },
  };
}

/** Removing deleted libraries for good. */
function createPurges(deps: DeletedLibrariesDependencies) {
  const { deletedLibraryTable, objects, clock } = deps;

  /** Removes for good. The tombstone is durable before the first byte goes, so that a crash only delays the rest. */
  async function purge(caller: Caller, id: LibraryId): Promise<void> {
    const library = reachable(deps, caller, id);
    const folderKeys = deps.transaction(() => {
      const nowSeconds = clock.nowSeconds();
      deletedLibraryTable.bury(id, nowSeconds);
      const folders = deps.folderLibraryTable.of(id).map((folder) => folder.id);
      return [id, ...folders].flatMap((each) => deps.folderActivityTable.clear(each, nowSeconds));
    });
    deps.folderActivity.forgetUnsaved(folderKeys);
    await record(deps, 'purged', library);
    await removeRemains(id);
  }

  /** The reverse of writing: records, then objects. May be cut short and called again. */
  async function removeRemains(id: LibraryId): Promise<void> {
    await deletedLibraryTable.removeRecords(id);
    await objects.removeLibrary(id);
  }

  async function discardRemains(id: LibraryId): Promise<void> {
    await removeRemains(id);
    deps.importingLibraries.forget(id);
  }

  async function purgeEach(caller: Caller, doomed: readonly DeletedLibrary[]): Promise<void> {
    for (const library of doomed) await purge(caller, library.id);
  }

  function everyDeleted(owner: Owner | undefined): DeletedLibrary[] {
    return owner ? deletedLibraryTable.ownedBy(owner) : deletedLibraryTable.page(Number.MAX_SAFE_INTEGER, 0);
  }

  return {
    purge,

    /** Purges all, or all of one owner; administrators only. */
    async purgeAll(caller: Caller, owner?: Owner): Promise<void> {
      requireAdministrator(caller);
      await purgeEach(caller, everyDeleted(owner));
    },

    async purgeOwn(caller: Caller): Promise<void> {
      await purgeEach(caller, deletedLibraryTable.ownedBy({ kind: 'user', email: caller.email }));
    },

    /** Finishes purges that a crash cut short, and clears away what it kept from arriving; called at start. */
    async finishPurges(): Promise<void> {
      for (const id of deletedLibraryTable.purgedIds()) await discardRemains(id);
    },

    /** Clears away what came of a library that is not to arrive any more. One that has arrived stays. */
    async discardImport(id: LibraryId): Promise<void> {
      if (deps.importingLibraries.has(id)) await discardRemains(id);
    },
  };
}

/** @throws DomainError `deleted-library-not-found`; `permission-denied` unless owner or administrator */
function reachable(
  { deletedLibraryTable }: DeletedLibrariesDependencies,
  caller: Caller,
  id: LibraryId,
): DeletedLibrary {
  const library = deletedLibraryTable.find(id);
  if (library === null) throw new DomainError('deleted-library-not-found', { value: id });
  const isOwner = library.owner.kind === 'user' && library.owner.email === caller.email;
  if (!isOwner && !caller.isAdmin) throw new DomainError('permission-denied', { value: id });
  return library;
}

async function record(
  { journalRecords, events }: DeletedLibrariesDependencies,
  type: 'restored' | 'purged',
  library: DeletedLibrary,
): Promise<void> {
  await journalRecords.record(type, library);
  events.emit({ type: 'libraries' });
}
