import type { Caller } from '../../core/access/caller.ts';
import type { GroupShare, ShareRights, UserShare } from '../../core/access/effective-access.ts';
import { parseEmail } from '../../core/access/user.ts';
import { DomainError } from '../../core/errors.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { isSameOwner } from '../../core/library/owner.ts';
import type { Ports } from '../../engine/ports.ts';
import type { LibraryAccess, LibraryView } from '../access/library-access.ts';
import type { People } from '../access/people.ts';
import type { LostAccess } from '../access/sync-access.ts';

export interface LibrarySharesDependencies
  extends Pick<Ports, 'shareTable' | 'libraryTable' | 'transaction' | 'events'> {
  readonly access: LibraryAccess;
  readonly people: People;
  readonly lostAccess: LostAccess;
}

export interface SharesOfLibrary {
  readonly users: readonly UserShare[];
  readonly groups: readonly GroupShare[];
}

/** A library that the caller got personally. */
export interface ReceivedShare {
  readonly view: LibraryView;
  readonly share: UserShare;
}

/** A library of the caller with those it is shared with. */
export interface GivenShares extends SharesOfLibrary {
  readonly view: LibraryView;
}

/** What became of sharing with several: what is refused concerns one of them alone. */
export interface SharedWithSeveral<Share> {
  readonly shared: readonly Share[];
  /** Of those at these places of what was asked for. */
  readonly refused: readonly { readonly index: number; readonly error: DomainError }[];
}

/**
 * Opening libraries to people and groups. Who may share a library decides with whom; every change counts from the next
 * call on, and the sync tokens of those who lose the library end with it.
 */
export type LibraryShares = ReturnType<typeof createLibraryShares>;

export function createLibraryShares(deps: LibrarySharesDependencies) {
  return { ...createShareFacts(deps), ...createUserSharing(deps), ...createGroupSharing(deps) };
}

function createShareFacts({ shareTable, libraryTable, access }: LibrarySharesDependencies) {
  return {
    /** @throws DomainError `library-not-found` */
    requireLibrary(id: LibraryId): void {
      access.existing(id);
    },
    /** For all users with access. @throws DomainError `library-not-found`, `permission-denied` */
    sharesOf(caller: Caller, id: LibraryId): SharesOfLibrary {
      access.readable(caller, id);
      return { users: shareTable.withUsers(id), groups: shareTable.withGroups(id) };
    },
    isSharedOut(id: LibraryId): boolean {
      return shareTable.withUsers(id).length > 0 || shareTable.withGroups(id).length > 0;
    },
    received(caller: Caller): ReceivedShare[] {
      return shareTable.ofUser(caller.email).flatMap((share) => {
        if (libraryTable.find(share.libraryId) === null) return [];
        return [{ share, view: access.readable(caller, share.libraryId) }];
      });
    },
    /** The caller's own libraries that others have been given, last changed first. */
    given(caller: Caller): GivenShares[] {
      return libraryTable.ownedBy({ kind: 'user', email: caller.email }).map(({ id }) => ({
        view: access.readable(caller, id),
        users: shareTable.withUsers(id),
        groups: shareTable.withGroups(id),
      }));
    },
  };
}

function createUserSharing(deps: LibrarySharesDependencies) {
  const { shareTable, access, people, lostAccess, transaction, events } = deps;

  /** @throws DomainError `user-not-found`, `share-not-found` */
  function known(id: LibraryId, email: string): UserShare {
    people.requireOwner({ kind: 'user', email });
    const share = shareTable.ofUserIn(id, email);
    if (share === null) throw new DomainError('share-not-found', { value: email });
    return share;
  }

  function end(id: LibraryId, email: string): void {
    transaction(() => {
      shareTable.removeUser(id, email);
      lostAccess.ofLibrary(id);
    });
    events.emit({ type: 'libraries' });
  }

  /** @throws DomainError `library-not-found`, `permission-denied`, `share-to-owner`, `user-not-found`, `share-exists` */
  function shareWithUser(caller: Caller, id: LibraryId, given: ShareRights & { email: string }): UserShare {
    const { library } = access.shareable(caller, id);
    const owner = { kind: 'user', email: given.email } as const;
    if (isSameOwner(library.owner, owner)) throw new DomainError('share-to-owner', { value: given.email });
    people.requireOwner(owner);
    if (shareTable.ofUserIn(id, given.email) !== null)
      throw new DomainError('share-exists', { value: given.email });
    const share = { ...given, libraryId: id, sharedBy: caller.email };
    shareTable.putUser(share);
    events.emit({ type: 'libraries' });
    return share;
  }

  return {
    shareWithUser,

    /**
     * With each that it can be shared with, unless one of them owns it.
     * @param emails as they were given
     * @throws DomainError `library-not-found`, `permission-denied`, `share-to-owner`
     */
    shareWithUsers(
      caller: Caller,
      id: LibraryId,
      { emails, ...rights }: ShareRights & { readonly emails: readonly string[] },
    ): SharedWithSeveral<UserShare> {
      const { owner } = access.shareable(caller, id).library;
      const ofOwner = emails.find((email) =>
        isSameOwner(owner, { kind: 'user', email: email.toLowerCase() }),
      );
      if (ofOwner !== undefined) throw new DomainError('share-to-owner', { value: ofOwner });
      return withEach(emails, (text) => shareWithUser(caller, id, { ...rights, email: parseEmail(text) }));
    },
    /** @throws DomainError `library-not-found`, `permission-denied`, `user-not-found`, `share-not-found` */
    changeUserShare(caller: Caller, id: LibraryId, changed: ShareRights & { email: string }): void {
      access.shareable(caller, id);
      shareTable.putUser({ ...known(id, changed.email), ...changed });
      events.emit({ type: 'libraries' });
    },
    /** @throws DomainError `library-not-found`, `permission-denied`, `user-not-found`, `share-not-found` */
    endUserShare(caller: Caller, id: LibraryId, email: string): void {
      access.shareable(caller, id);
      end(id, known(id, email).email);
    },
    /** The receiver gives a share up. @throws DomainError `library-not-found`, `share-not-found` */
    leave(caller: Caller, id: LibraryId): void {
      access.existing(id);
      end(id, known(id, caller.email).email);
    },
  };
}

function createGroupSharing(deps: LibrarySharesDependencies) {
  const { shareTable, access, people, lostAccess, transaction, events } = deps;

  /** @throws DomainError `group-not-found`, `share-not-found` */
  function known(id: LibraryId, groupId: number): GroupShare {
    people.requireGroup(groupId);
    const share = shareTable.ofGroupIn(id, groupId);
    if (share === null) throw new DomainError('share-not-found', { value: people.groupName(groupId) });
    return share;
  }

  function end(id: LibraryId, groupId: number): void {
    transaction(() => {
      shareTable.removeGroup(id, groupId);
      lostAccess.ofLibrary(id);
    });
    events.emit({ type: 'libraries' });
  }

  /**
   * Only with groups that the caller is in.
   * @throws DomainError `library-not-found`, `permission-denied`, `group-not-found`, `share-to-owner`, `share-exists`
   */
  function shareWithGroup(
    caller: Caller,
    id: LibraryId,
    given: ShareRights & { groupId: number },
  ): GroupShare {
    const { library } = access.shareable(caller, id);
    const { groupId } = given;
    people.requireGroup(groupId);
    const value = people.groupName(groupId);
    if (people.roleIn(groupId, caller.email) === null) throw new DomainError('permission-denied', { value });
    if (isSameOwner(library.owner, { kind: 'department', groupId }))
      throw new DomainError('share-to-owner', { value });
    if (shareTable.ofGroupIn(id, groupId) !== null) throw new DomainError('share-exists', { value });
    const share = { ...given, libraryId: id, sharedBy: caller.email };
    shareTable.putGroup(share);
    events.emit({ type: 'libraries' });
    return share;
  }

  return {
    shareWithGroup,

    /**
     * With each that it can be shared with.
     * @param groupIds null for what cannot be the id of a group
     * @throws DomainError `library-not-found`, `permission-denied`
     */
    shareWithGroups(
      caller: Caller,
      id: LibraryId,
      { groupIds, ...rights }: ShareRights & { readonly groupIds: readonly (number | null)[] },
    ): SharedWithSeveral<GroupShare> {
      access.shareable(caller, id);
      return withEach(groupIds, (groupId) => {
        if (groupId === null) throw new DomainError('argument-invalid', { field: 'group_id' });
        return shareWithGroup(caller, id, { ...rights, groupId });
      });
    },
    /** @throws DomainError `library-not-found`, `permission-denied`, `group-not-found`, `share-not-found` */
    changeGroupShare(caller: Caller, id: LibraryId, changed: ShareRights & { groupId: number }): void {
      access.shareable(caller, id);
      shareTable.putGroup({ ...known(id, changed.groupId), ...changed });
      events.emit({ type: 'libraries' });
    },
    /**
     * Administrators of the group may also put out what its members have been given.
     * @throws DomainError `library-not-found`, `permission-denied`, `group-not-found`, `share-not-found`
     */
    endGroupShare(caller: Caller, id: LibraryId, groupId: number): void {
      const role = people.roleIn(groupId, caller.email);
      if (role === 'owner' || role === 'admin') access.existing(id);
      else access.shareable(caller, id);
      end(id, known(id, groupId).groupId);
    },
  };
}

function withEach<Given, Share>(
  given: readonly Given[],
  share: (one: Given) => Share,
): SharedWithSeveral<Share> {
  const shared: Share[] = [];
  const refused: { index: number; error: DomainError }[] = [];
  for (const [index, one] of given.entries()) {
    try {
      shared.push(share(one));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      refused.push({ index, error });
    }
  }
  return { shared, refused };
}
