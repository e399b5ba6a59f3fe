import { by, type Caller, requireAdministrator } from '../../core/access/caller.ts';
import { administratorAccess } from '../../core/access/effective-access.ts';
import { DomainError } from '../../core/errors.ts';
import { DESCRIPTIONS } from '../../core/history/describe.ts';
import type { Library, LibraryStatus } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { checkLibraryName } from '../../core/library/name.ts';
import { isSameOwner, type Owner } from '../../core/library/owner.ts';
import type { ChangeLibrary } from '../../engine/heads/change-library.ts';
import type { Ports } from '../../engine/ports.ts';
import type { LibraryFilter, LibraryOrder } from '../../store/sqlite/libraries.ts';
import type { LibraryAccess, LibraryView } from '../access/library-access.ts';
import type { People } from '../access/people.ts';
import { type LibrariesService, storeRetention } from './libraries.ts';

export interface PageRequest {
  /** From 1. */
  readonly page: number;
  readonly perPage: number;
}

export interface LibraryUpdate {
  readonly status?: LibraryStatus;
  readonly name?: string;
  readonly owner?: Owner;
}

export interface AdminLibrariesDependencies extends Pick<Ports, 'libraryTable' | 'transaction' | 'events'> {
  readonly libraries: LibrariesService;
  readonly access: LibraryAccess;
  readonly changeLibrary: ChangeLibrary;
  readonly people: People;
}

/** What administrators do with all users' libraries. Every verb throws `permission-denied` for other users. */
export type AdminLibraries = ReturnType<typeof createAdminLibraries>;

export function createAdminLibraries(deps: AdminLibrariesDependencies) {
  const { libraryTable, access, changeLibrary, people, events } = deps;

  function view(library: Library): LibraryView {
    return access.view(library, administratorAccess(library));
  }

  /** One page; `hasNextPage` is exact. */
  function list(caller: Caller, { page, perPage, order }: PageRequest & { order: LibraryOrder }) {
    requireAdministrator(caller);
    const rows = libraryTable.page({ limit: perPage + 1, offset: (page - 1) * perPage, order });
    return { libraries: rows.slice(0, perPage).map(view), hasNextPage: rows.length > perPage };
  }

  /** Name contains the query in any letter case, or the id begins with it. Without a page: every match. */
  function search(caller: Caller, query: string, wanted: PageRequest | null) {
    requireAdministrator(caller);
    const { page, perPage } = wanted ?? { page: 1, perPage: Number.MAX_SAFE_INTEGER - 1 };
    const rows = libraryTable.search(query, perPage + 1, (page - 1) * perPage);
    return { libraries: rows.slice(0, perPage).map(view), hasNextPage: rows.length > perPage };
  }

  /**
   * Applies status, name and owner, in this order, all or nothing: everything is checked before the first is applied.
   * @throws DomainError `name-invalid`, `library-not-found`, `user-not-found`, `group-not-found`, `transfer-to-owner`
   */
  async function update(caller: Caller, id: LibraryId, change: LibraryUpdate): Promise<LibraryView> {
    requireAdministrator(caller);
    const { status, name, owner } = change;
    if (name !== undefined) checkLibraryName(name);
    const { library } = access.administered(caller, id);
    if (status !== undefined || owner !== undefined) access.requireWhole(library);
    if (owner !== undefined) {
      people.requireOwner(owner);
      if (isSameOwner(library.owner, owner)) throw new DomainError('transfer-to-owner', { field: 'owner' });
    }
    // The rename is the only step that can still fail (disk, lost race), so it goes first; the rest is one transaction.
    if (name !== undefined)
      await changeLibrary.changeRecord({
        libraryId: id,
        change: { name },
        ...by(caller),
        description: DESCRIPTIONS.recordChanged,
        evenReadOnly: caller.isAdmin,
      });
    deps.transaction(() => {
      if (status !== undefined) libraryTable.setStatus(id, status);
      if (owner !== undefined) deps.libraries.handOver(id, { owner, reshare: false });
    });
    if (owner !== undefined) await deps.libraries.journalOwner(id);
    events.emit({ type: 'libraries' });
    return access.administered(caller, id);
  }

  /** @throws DomainError `permission-denied` for folder libraries as well; `library-not-found` */
  function wholeLibrary(caller: Caller, id: LibraryId): Library {
    const { library } = access.administered(caller, id);
    access.requireWhole(library);
    return library;
  }

  return {
    list,
    search,
    update,

    /** By owner, by part of the name, or both; unpaged. */
    filter(caller: Caller, filter: LibraryFilter): LibraryView[] {
      requireAdministrator(caller);
      return libraryTable.filter(filter).map(view);
    },

    find: access.administered,

    /** @throws DomainError `name-invalid`, `user-not-found`, `group-not-found` */
    async create(caller: Caller, { name, owner }: { name: string; owner?: Owner }): Promise<LibraryView> {
      requireAdministrator(caller);
      const made = await deps.libraries.create(caller, { name, ...(owner ? { owner } : {}) });
      return access.administered(caller, made.view.library.id);
    },

    /** An unknown id is no error: what is asked for is so. */
    async remove(caller: Caller, id: LibraryId): Promise<void> {
      requireAdministrator(caller);
      await deps.libraries.discard(id);
    },

    /** Deletes a library that this owner has. @throws DomainError `library-not-found` when it has no such library */
    async removeOf(caller: Caller, owner: Owner, id: LibraryId): Promise<void> {
      const { library } = access.administered(caller, id);
      if (!isSameOwner(library.owner, owner)) throw new DomainError('library-not-found', { value: id });
      await deps.libraries.discard(id);
    },

    retention(caller: Caller, id: LibraryId): number {
      return wholeLibrary(caller, id).keepDays;
    },

    setRetention(caller: Caller, id: LibraryId, keepDays: number): number {
      return storeRetention(libraryTable, wholeLibrary(caller, id).id, keepDays);
    },
  };
}
