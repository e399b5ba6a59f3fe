import type { Caller } from '../../core/access/caller.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import type { Owner } from '../../core/library/owner.ts';
import type { Ports } from '../../engine/ports.ts';
import type { LibraryAccess, LibraryView } from '../access/library-access.ts';
import type { People } from '../access/people.ts';

export type LibraryKind = 'mine' | 'shared' | 'group' | 'org';

export interface LibraryListRequest {
  readonly kinds: ReadonlySet<LibraryKind>;
  /** Substring of the name in any letter case. */
  readonly nameContains?: string;
}

/** Who opened a library to others: a person, or the department that owns it. */
export interface Sharer {
  readonly id: Owner;
  readonly name: string;
  /** Empty for departments. */
  readonly contactEmail: string;
}

/** Where in the list of a caller a library stands. */
export type ListedPlace =
  | { readonly kind: 'mine' }
  | { readonly kind: 'shared' }
  | { readonly kind: 'group'; readonly group: { id: number; name: string }; readonly sharer: Sharer };

export interface ListedLibrary {
  readonly view: LibraryView;
  readonly place: ListedPlace;
}

export interface LibraryListingDependencies extends Pick<Ports, 'libraryTable' | 'shareTable'> {
  readonly access: LibraryAccess;
  readonly people: People;
}

/** Which libraries people see in their lists, and where. */
export type LibraryListing = ReturnType<typeof createLibraryListing>;

export function createLibraryListing({
  libraryTable,
  shareTable,
  access,
  people,
}: LibraryListingDependencies) {
  function mine(caller: Caller): ListedLibrary[] {
    const own = libraryTable.ownedBy({ kind: 'user', email: caller.email });
    return own.flatMap((library) => listed(caller, library, { kind: 'mine' }));
  }

  function shared(caller: Caller): ListedLibrary[] {
    return shareTable.ofUser(caller.email).flatMap(({ libraryId }) => {
      const library = libraryTable.find(libraryId);
      return library === null ? [] : listed(caller, library, { kind: 'shared' });
    });
  }

  /** Libraries that the group owns or has been given. */
  function ofGroup(caller: Caller, group: { id: number; name: string }): ListedLibrary[] {
    const owner = { kind: 'department', groupId: group.id } as const;
    const department: Sharer = { id: owner, name: group.name, contactEmail: '' };
    const owned = libraryTable
      .ownedBy(owner)
      .flatMap((library) => listed(caller, library, { kind: 'group', group, sharer: department }));
    const given = shareTable.ofGroup(group.id).flatMap(({ libraryId, sharedBy }) => {
      const library = libraryTable.find(libraryId);
      const place = { kind: 'group', group, sharer: person(sharedBy) } as const;
      return library === null ? [] : listed(caller, library, place);
    });
    return [...owned, ...given];
  }

  function person(email: string): Sharer {
    const id = { kind: 'user', email } as const;
    return { id, name: people.displayName(email), contactEmail: people.contactEmail(email) };
  }

  function listed(caller: Caller, library: Library, place: ListedPlace): ListedLibrary[] {
    const found = access.effective(caller, library);
    return found === null ? [] : [{ view: access.view(library, found), place }];
  }

  return {
    /**
     * Own libraries, then those shared with the caller, then those of the caller's groups; last changed first inside
     * each. A library that is reached in several ways is listed several times.
     */
    places(caller: Caller, { kinds, nameContains = '' }: LibraryListRequest): ListedLibrary[] {
      const groups = kinds.has('group') ? people.groupsOf(caller.email) : [];
      const wanted = nameContains.toLowerCase();
      return [
        ...(kinds.has('mine') ? mine(caller) : []),
        ...(kinds.has('shared') ? shared(caller) : []).sort(byChange),
        ...groups.flatMap((group) => ofGroup(caller, group)).sort(byChange),
      ].filter(({ view }) => view.library.name.toLowerCase().includes(wanted));
    },

    /** The same, each library once, where it stands first. */
    list(caller: Caller, request: LibraryListRequest): LibraryView[] {
      const views = new Map<LibraryId, LibraryView>();
      for (const { view } of this.places(caller, request))
        if (!views.has(view.library.id)) views.set(view.library.id, view);
      return [...views.values()];
    },

    /** The libraries of one group, last changed first. The caller is in it. */
    ofGroup: (caller: Caller, group: { id: number; name: string }): ListedLibrary[] =>
      ofGroup(caller, group).sort(byChange),
  };
}

function byChange(a: ListedLibrary, b: ListedLibrary): number {
  return b.view.library.updatedAtSeconds - a.view.library.updatedAtSeconds;
}
