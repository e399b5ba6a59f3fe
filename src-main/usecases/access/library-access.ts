import { type Caller, type Permission, requireAdministrator } from '../../core/access/caller.ts';
import {
  type AccessSource,
  administratorAccess,
  type EffectiveAccess,
  effectiveAccessOf,
} from '../../core/access/effective-access.ts';
import { accessByToken } from '../../core/access/library-token.ts';
import { DomainError } from '../../core/errors.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { isInside } from '../../core/library/path.ts';
import type { Ports } from '../../engine/ports.ts';
import type { People } from './people.ts';

/** A library as one caller sees it. */
export interface LibraryView {
  readonly library: Library;
  readonly permission: Permission;
  /** The caller owns it, rather than reaching it through a department. */
  readonly isOwner: boolean;
  readonly isManager: boolean;
  /** May share it with others. */
  readonly canShare: boolean;
  /** How the caller comes to it. */
  readonly source: AccessSource;
  readonly ownerName: string;
  /** Empty for departments. */
  readonly ownerContactEmail: string;
  readonly modifierName: string;
  readonly modifierContactEmail: string;
  /** Set for libraries of a department. */
  readonly group: { readonly id: number; readonly name: string } | null;
}

export interface LibraryAccessDependencies
  extends Pick<Ports, 'libraryTable' | 'folderLibraryTable' | 'shareTable' | 'libraryTokenTable'> {
  readonly people: People;
}

/** Decides who reaches which library; every other service asks here, at each call: nothing is remembered. */
export type LibraryAccess = ReturnType<typeof createLibraryAccess>;

export function createLibraryAccess(deps: LibraryAccessDependencies) {
  const { libraryTable, people } = deps;
  const effective = createEffectiveAccess(deps);

  function live(id: LibraryId): Library {
    const library = libraryTable.find(id);
    if (library === null) throw new DomainError('library-not-found', { value: id });
    return library;
  }

  function view(library: Library, as: EffectiveAccess): LibraryView {
    const { owner } = library;
    const isUser = owner.kind === 'user';
    const groupName = isUser ? '' : people.groupName(owner.groupId);
    return {
      library,
      ...as,
      ownerName: isUser ? people.displayName(owner.email) : groupName,
      ownerContactEmail: isUser ? people.contactEmail(owner.email) : '',
      modifierName: people.displayName(library.modifierEmail),
      modifierContactEmail: people.contactEmail(library.modifierEmail),
      group: isUser ? null : { id: owner.groupId, name: groupName },
    };
  }

  /** @throws DomainError `library-not-found`; `permission-denied` when the caller has no access */
  function readable(caller: Caller, id: LibraryId): LibraryView {
    const library = live(id);
    const found = effective(caller, library);
    if (found === null) throw new DomainError('permission-denied', { value: id });
    return view(library, found);
  }

  return {
    /** Any caller. @throws DomainError `library-not-found` */
    existing: live,
    readable,
    view,
    effective,

    /** @throws DomainError as `readable`, and `library-read-only` */
    writable(caller: Caller, id: LibraryId): LibraryView {
      const found = readable(caller, id);
      if (found.permission === 'r') throw new DomainError('library-read-only', { value: id });
      return found;
    },

    /** @throws DomainError `library-not-found`; `permission-denied` unless the caller manages the library */
    managed(caller: Caller, id: LibraryId): LibraryView {
      const found = readable(caller, id);
      if (!found.isManager) throw new DomainError('permission-denied', { value: id });
      return found;
    },

    /** As `managed`, but of folder libraries, for which the library around them decides. */
    managedAsWhole(caller: Caller, id: LibraryId): LibraryView {
      const found = readable(caller, id);
      requireWhole(found.library);
      if (!found.isManager) throw new DomainError('permission-denied', { value: id });
      return found;
    },

    requireWhole,

    /** @throws DomainError `library-not-found`; `permission-denied` unless the caller may share the library with others */
    shareable(caller: Caller, id: LibraryId): LibraryView {
      const found = readable(caller, id);
      if (!found.canShare) throw new DomainError('permission-denied', { value: id });
      return found;
    },

    /** @throws DomainError `permission-denied` unless the caller is an administrator; `library-not-found` */
    administered(caller: Caller, id: LibraryId): LibraryView {
      requireAdministrator(caller);
      const library = live(id);
      return view(library, administratorAccess(library));
    },
  };
}

/** What the caller may do with a library; null: nothing. */
function createEffectiveAccess(deps: LibraryAccessDependencies) {
  const { libraryTable, people, shareTable, libraryTokenTable } = deps;

  function byItself(email: string, library: Library): EffectiveAccess | null {
    return effectiveAccessOf(library, email, {
      roleIn: (groupId) => people.roleIn(groupId, email),
      personalShare: () => shareTable.ofUserIn(library.id, email),
      groupShares: () => shareTable.throughGroups(library.id, email),
    });
  }

  /**
   * Who has a folder or the library around it has the folder, as far as it was not given by itself: the nearest of them
   * decides. That one is in the owning department gives nothing by itself, as what a member was given instead may be less.
   */
  function byItselfOrAround(email: string, library: Library): EffectiveAccess | null {
    const found = byItself(email, library);
    if (library.origin === undefined || isGiven(found)) return found;
    const { id, path } = library.origin;
    const around = deps.folderLibraryTable
      .of(id)
      .filter(({ isEnded, origin }) => !isEnded && isInside(path, origin.path))
      .sort((a, b) => b.origin.path.length - a.origin.path.length);
    for (const folder of around) {
      const there = byItself(email, folder);
      if (isGiven(there)) return there;
    }
    const whole = libraryTable.find(id);
    const there = whole === null ? null : byItself(email, whole);
    return isGiven(there) ? there : (found ?? there);
  }

  return function effective(caller: Caller, library: Library): EffectiveAccess | null {
    const { email, libraryToken } = caller;
    const found = byItselfOrAround(email, library);
    if (libraryToken === undefined || found === null) return found;
    // Looked up each time, so that what a token has begun ends with it.
    const token = libraryTokenTable.find(Buffer.from(libraryToken.hash, 'hex'));
    return token === null ? null : accessByToken(found, token, library.id);
  };
}

/** Not as one of many in the department that owns it. */
function isGiven(access: EffectiveAccess | null): access is EffectiveAccess {
  return access !== null && (access.isManager || access.source !== 'department');
}

/** @throws DomainError `permission-denied` for folder libraries */
function requireWhole({ id, origin }: Library): void {
  if (origin !== undefined) throw new DomainError('permission-denied', { value: id });
}
