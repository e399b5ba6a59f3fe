import type { Caller } from '../../core/access/caller.ts';
import type { GroupShare, ShareRights, UserShare } from '../../core/access/effective-access.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { isSameOwner } from '../../core/library/owner.ts';
import type { Ports } from '../../engine/ports.ts';
import type { LibraryAccess, LibraryView } from '../access/library-access.ts';
import type { People } from '../access/people.ts';
import type { LibraryListing } from '../libraries/library-listing.ts';
import type { LibraryShares } from './library-shares.ts';

/** A user or group to share with. */
export type ShareReceiver = { readonly email: string } | { readonly groupId: number };

export type NamedReceiver = ShareReceiver & { readonly name: string };

export type NamedShare = NamedReceiver & ShareRights;

export interface GivenLibrary {
  readonly id: LibraryId;
  readonly name: string;
  /** The folder that others have been given; `/`: all of it. */
  readonly path: string;
  readonly isEncrypted: boolean;
  readonly users: readonly UserShare[];
  readonly groups: readonly GroupShare[];
}

export interface ReceivedLibrary {
  readonly view: LibraryView;
  /** Through which the caller has it; null: it was given personally. */
  readonly group: { readonly id: number; readonly name: string } | null;
  /** Name of the library that it is a folder of; null: it is a whole one. */
  readonly folderOf: string | null;
}

export interface PartRequest {
  /** How many rows come before. */
  readonly from: number;
  readonly limit: number;
}

export interface Part<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
  /** Where the next one begins; null: this was the last. */
  readonly next: number | null;
}

export interface ShareListsDependencies
  extends Pick<Ports, 'shareTable' | 'libraryTable' | 'folderLibraryTable'> {
  readonly sharing: LibraryShares;
  readonly listing: LibraryListing;
  readonly access: LibraryAccess;
  readonly people: People;
}

/** More than a user looks through; typing narrows it down. */
const MOST_TARGETS = 20;

/** Who has what: of one library, and of everything that the caller gave or was given. */
export type ShareLists = ReturnType<typeof createShareLists>;

export function createShareLists(deps: ShareListsDependencies) {
  const { sharing, shareTable, libraryTable, folderLibraryTable, listing, access, people } = deps;

  return {
    /** Groups, then people. @throws DomainError `library-not-found`; `permission-denied` unless the caller may share */
    ofLibrary(caller: Caller, id: LibraryId, wanted: PartRequest): Part<NamedShare> {
      access.shareable(caller, id);
      const groups = shareTable.withGroups(id).map(({ groupId, permission, isAdmin }) => {
        return { groupId, name: people.groupName(groupId), permission, isAdmin };
      });
      const users = shareTable.withUsers(id).map(({ email, permission, isAdmin }) => {
        return { email, name: people.displayName(email), permission, isAdmin };
      });
      return partOf<NamedShare>([...groups, ...users], wanted);
    },

    /**
     * Groups of the caller, then people, whose name or e-mail holds the text, except those who have the library
     * already.
     * @param wanted `among`: what is shared, if that is another one, as for a folder; null: nothing so far
     * @throws DomainError `library-not-found`; `permission-denied` unless the caller may share it
     */
    targets(
      caller: Caller,
      id: LibraryId,
      { text, among = id }: { readonly text: string; readonly among?: LibraryId | null },
    ): NamedReceiver[] {
      const { owner } = access.shareable(caller, id).library;
      const has = new Set(among === null ? [] : shareTable.withUsers(among).map(({ email }) => email));
      const groupsWith = new Set(
        among === null ? [] : shareTable.withGroups(among).map(({ groupId }) => groupId),
      );
      const groups = people
        .groupsOf(caller.email)
        .filter((group) => group.name.toLowerCase().includes(text.toLowerCase()))
        .filter((group) => !groupsWith.has(group.id))
        .filter((group) => !isSameOwner(owner, { kind: 'department', groupId: group.id }))
        .map((group) => ({ groupId: group.id, name: group.name }));
      const users = people
        .search(text, MOST_TARGETS + has.size + 2)
        .filter(({ email }) => !has.has(email) && email !== caller.email)
        .filter(({ email }) => !isSameOwner(owner, { kind: 'user', email }))
        .map(({ email, name }) => ({ email, name }));
      return [...groups, ...users].slice(0, MOST_TARGETS);
    },

    /**
     * Passes only whom something can be shared with, before anything is made for them.
     * @throws DomainError `library-not-found`, `permission-denied` unless the caller may share it; `user-not-found`, `group-not-found`
     */
    requireReceiver(caller: Caller, id: LibraryId, to: ShareReceiver): void {
      access.shareable(caller, id);
      if ('email' in to) people.requireOwner({ kind: 'user', email: to.email });
      else people.requireGroup(to.groupId);
    },

    /**
     * Shares the library, or changes what is shared already.
     * @throws DomainError as `LibraryShares.shareWithUser` and `shareWithGroup`, but for `share-exists`
     */
    put(caller: Caller, id: LibraryId, given: ShareReceiver & ShareRights): void {
      if ('email' in given) {
        if (shareTable.ofUserIn(id, given.email) === null) sharing.shareWithUser(caller, id, given);
        else sharing.changeUserShare(caller, id, given);
      } else if (shareTable.ofGroupIn(id, given.groupId) === null) sharing.shareWithGroup(caller, id, given);
      else sharing.changeGroupShare(caller, id, given);
    },

    /** @throws DomainError as `LibraryShares.endUserShare` and `endGroupShare` */
    end(caller: Caller, id: LibraryId, to: ShareReceiver): void {
      if ('email' in to) sharing.endUserShare(caller, id, to.email);
      else sharing.endGroupShare(caller, id, to.groupId);
    },

    /** Libraries of the caller that others have been given, and folders of them, by name of the library. */
    given(caller: Caller, wanted: PartRequest): Part<GivenLibrary> {
      const own = libraryTable.ownedBy({ kind: 'user', email: caller.email });
      const nameOf = new Map(own.map(({ id, name }) => [id, name]));
      const whole = own.map((library) => ({ library, id: library.id, name: library.name, path: '/' }));
      const folders = folderLibraryTable.ownedBy(caller.email).map((library) => {
        const { id, path } = library.origin;
        return { library, id, name: nameOf.get(id) ?? '', path };
      });
      const shared = [...whole, ...folders]
        .filter(({ library }) => sharing.isSharedOut(library.id))
        .sort((a, b) => (a.id === b.id ? byPath(a, b) : byName(a, b)));
      const { rows, ...rest } = partOf(shared, wanted);
      const filled = rows.map(({ library, ...place }) => ({
        ...{ ...place, isEncrypted: library.encryption !== null },
        ...{ users: shareTable.withUsers(library.id), groups: shareTable.withGroups(library.id) },
      }));
      return { rows: filled, ...rest };
    },

    /** Libraries of others that the caller reaches, each once, by name. */
    received(caller: Caller, wanted: PartRequest): Part<ReceivedLibrary> {
      const found = new Map<LibraryId, ReceivedLibrary>();
      for (const { view, place } of listing.places(caller, { kinds: new Set(['shared', 'group']) })) {
        const { library, isOwner } = view;
        const group = place.kind === 'group' ? place.group : null;
        const { origin } = library;
        const folderOf = origin === undefined ? null : (libraryTable.find(origin.id)?.name ?? '');
        if (!isOwner && !found.has(library.id)) found.set(library.id, { view, group, folderOf });
      }
      const rows = [...found.values()].sort((a, b) => byName(a.view.library, b.view.library));
      return partOf(rows, wanted);
    },
  };
}

function byName(a: { name: string; id: string }, b: { name: string; id: string }): number {
  return a.name.localeCompare(b.name, 'en', { sensitivity: 'base', numeric: true }) || (a.id < b.id ? -1 : 1);
}

function byPath(a: { path: string }, b: { path: string }): number {
  return a.path < b.path ? -1 : 1;
}

function partOf<Row>(all: readonly Row[], { from, limit }: PartRequest): Part<Row> {
  const next = from + limit;
  return { rows: all.slice(from, next), total: all.length, next: next < all.length ? next : null };
}
