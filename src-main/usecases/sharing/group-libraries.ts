import { type Caller, requireAdministrator } from '../../core/access/caller.ts';
import { administratorAccess, type ShareRights } from '../../core/access/effective-access.ts';
import { type Group, isDepartment } from '../../core/access/group.ts';
import { DomainError } from '../../core/errors.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { checkLibraryName } from '../../core/library/name.ts';
import { isSameOwner, type Owner } from '../../core/library/owner.ts';
import type { Ports } from '../../engine/ports.ts';
import type { GroupRights } from '../access/group-rights.ts';
import type { LibraryAccess, LibraryView } from '../access/library-access.ts';
import type { LibrariesService } from '../libraries/libraries.ts';
import type { LibraryListing, ListedLibrary } from '../libraries/library-listing.ts';
import type { LibraryShares } from './library-shares.ts';

export interface GroupLibrariesDependencies extends Pick<Ports, 'groups' | 'libraryTable' | 'shareTable'> {
  readonly rights: GroupRights;
  readonly libraries: LibrariesService;
  readonly listing: LibraryListing;
  readonly sharing: LibraryShares;
  readonly access: LibraryAccess;
}

export interface NewGroupLibrary {
  readonly name: string;
  /** Makes an encrypted library. */
  readonly password?: string;
}

/** Libraries that a group has been given, and those that a department owns. */
export type GroupLibraries = ReturnType<typeof createGroupLibraries>;

export function createGroupLibraries(deps: GroupLibrariesDependencies) {
  return {
    ...createGivenLibraries(deps),
    ...createOwnedLibraries(deps),
    ...createAdministeredLibraries(deps),
  };
}

function createAdministeredLibraries({
  groups,
  libraryTable,
  shareTable,
  access,
}: GroupLibrariesDependencies) {
  return {
    /** What it owns, then what it has been given, for administrators. @throws DomainError `permission-denied`, `group-not-found` */
    administered(caller: Caller, groupId: number): LibraryView[] {
      requireAdministrator(caller);
      if (groups.find(groupId) === null) throw new DomainError('group-not-found', { value: String(groupId) });
      const owned = libraryTable.ownedBy({ kind: 'department', groupId });
      const given = shareTable
        .ofGroup(groupId)
        .flatMap(({ libraryId }) => libraryTable.find(libraryId) ?? []);
      return [...owned, ...given].map((library) => access.view(library, administratorAccess(library)));
    },
  };
}

function createGivenLibraries({
  groups,
  rights,
  listing,
  libraryTable,
  ...deps
}: GroupLibrariesDependencies) {
  /** @throws DomainError `group-not-found`, `permission-denied` for administrators outside of it too */
  function memberOf(caller: Caller, groupId: number): Group {
    const group = rights.visible(caller, groupId);
    if (groups.roleOf(groupId, caller.email) === null)
      throw new DomainError('permission-denied', { value: String(groupId) });
    return group;
  }

  return {
    /** As its members see them, last changed first. @throws DomainError `group-not-found`, `permission-denied` */
    list(caller: Caller, groupId: number): ListedLibrary[] {
      return listing.ofGroup(caller, memberOf(caller, groupId));
    },
    /** What the libraries take up that the group owns as a department. */
    usedBytes(groupId: number): number {
      const owned = libraryTable.ownedBy({ kind: 'department', groupId });
      return owned.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    },
    /**
     * A new library of the caller that the group is given at once.
     * @throws DomainError `group-not-found`, `permission-denied`, `name-invalid`
     */
    async createGiven(
      caller: Caller,
      groupId: number,
      made: NewGroupLibrary & { rights: ShareRights },
    ): Promise<ListedLibrary> {
      const { id, name } = memberOf(caller, groupId);
      const { view } = await deps.libraries.create(caller, made);
      deps.sharing.shareWithGroup(caller, view.library.id, { ...made.rights, groupId });
      const { ownerName, ownerContactEmail } = view;
      const sharer = { id: view.library.owner, name: ownerName, contactEmail: ownerContactEmail };
      return { view, place: { kind: 'group', group: { id, name }, sharer } };
    },
    /** The group no longer has it. @throws DomainError as `LibraryShares.endGroupShare` */
    endGiven(caller: Caller, groupId: number, id: LibraryId): void {
      deps.sharing.endGroupShare(caller, id, groupId);
    },
  };
}

function createOwnedLibraries({ rights, libraries, access }: GroupLibrariesDependencies) {
  /** @throws DomainError `group-not-found` for what is no department; `permission-denied` but for its administrators */
  function managed(caller: Caller, groupId: number): Owner {
    if (!isDepartment(rights.managed(caller, groupId)))
      throw new DomainError('group-not-found', { value: String(groupId) });
    return { kind: 'department', groupId };
  }

  /** @throws DomainError as `managed`; `library-not-found` unless the department owns it */
  function requireOwned(caller: Caller, groupId: number, id: LibraryId): void {
    const owner = managed(caller, groupId);
    if (!isSameOwner(access.existing(id).owner, owner))
      throw new DomainError('library-not-found', { value: id });
  }

  return {
    /** @throws DomainError `group-not-found`, `permission-denied`, `name-invalid` */
    async createOwned(caller: Caller, groupId: number, made: NewGroupLibrary): Promise<LibraryView> {
      const owner = managed(caller, groupId);
      return (await libraries.create(caller, { ...made, owner })).view;
    },
    /** @throws DomainError `group-not-found`, `permission-denied`, `library-not-found`, `name-invalid`, `library-read-only` */
    async renameOwned(
      caller: Caller,
      groupId: number,
      { id, name }: { id: LibraryId; name: string },
    ): Promise<LibraryView> {
      requireOwned(caller, groupId, id);
      checkLibraryName(name);
      await libraries.rename(caller, id, { name });
      return access.readable(caller, id);
    },
    /** @throws DomainError `group-not-found`, `permission-denied`, `library-not-found` */
    async removeOwned(caller: Caller, groupId: number, id: LibraryId): Promise<void> {
      requireOwned(caller, groupId, id);
      await libraries.remove(caller, id);
    },
    /** @throws DomainError `group-not-found`, `permission-denied`, and as `LibrariesService.transfer` */
    async transferOwned(
      caller: Caller,
      groupId: number,
      { id, ...to }: { id: LibraryId; owner: Owner; reshare: boolean },
    ): Promise<void> {
      requireOwned(caller, groupId, id);
      await libraries.transfer(caller, id, to);
    },
  };
}
