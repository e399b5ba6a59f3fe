import type { LibraryStatus } from '../library/library.ts';
import type { LibraryId } from '../library/library-id.ts';
import type { Owner } from '../library/owner.ts';
import type { Permission } from './caller.ts';

/** What a share lets its receivers do. */
export interface ShareRights {
  readonly permission: Permission;
  /** May share the library further; always together with reading and writing. */
  readonly isAdmin: boolean;
}

/** A library opened to one person. */
export interface UserShare extends ShareRights {
  readonly libraryId: LibraryId;
  readonly email: string;
  /** E-mail of who shares it. */
  readonly sharedBy: string;
}

/** A library opened to the members of a group or department. */
export interface GroupShare extends ShareRights {
  readonly libraryId: LibraryId;
  readonly groupId: number;
  /** E-mail of who shares it. */
  readonly sharedBy: string;
}

export type GroupRole = 'owner' | 'admin' | 'member';

/** How a user comes to a library. */
export type AccessSource = 'owner' | 'department' | 'personal-share' | 'group-share' | 'administration';

/** What a user may do with a library. */
export interface EffectiveAccess {
  readonly permission: Permission;
  /** May rename, delete, transfer and set retention: the owner, or an administrator of the owning department. */
  readonly isManager: boolean;
  /** May share it with others and empty its trash: managers, and users who were given that right. */
  readonly canShare: boolean;
  /** The library is the user's own, not a department's. */
  readonly isOwner: boolean;
  readonly source: AccessSource;
}

/** What may tie a user to a library that is not the user's own; asked only as far as it matters. */
export interface Ties {
  /** Null: no member. */
  roleIn(groupId: number): GroupRole | null;
  /** What the user has been given personally. */
  personalShare(): ShareRights | null;
  /** What the user's groups have been given. */
  groupShares(): readonly ShareRights[];
}

/** What the access depends on. */
export interface AccessFacts {
  readonly owner: Owner;
  readonly status: LibraryStatus;
}

/**
 * The access of a user towards a library; null when there is none.
 *
 * Owners and administrators of the owning department have all of it. For other users a personal share decides, even one
 * that only reads; then the best of what groups give, where members of the owning department read and write. A
 * read-only library caps all users at reading, its owner included, and never grants anything.
 */
export function effectiveAccessOf(library: AccessFacts, email: string, ties: Ties): EffectiveAccess | null {
  const found = uncappedAccess(library.owner, email, ties);
  return found === null || library.status !== 'read-only' ? found : { ...found, permission: 'r' };
}

/** The access of an administrator of the server, who stands outside of sharing. */
export function administratorAccess({ status }: AccessFacts): EffectiveAccess {
  const permission = status === 'read-only' ? 'r' : 'rw';
  return { permission, isManager: true, canShare: true, isOwner: false, source: 'administration' };
}

function uncappedAccess(owner: Owner, email: string, ties: Ties): EffectiveAccess | null {
  if (owner.kind === 'user' && owner.email === email) return managing(true);
  const role = owner.kind === 'user' ? null : ties.roleIn(owner.groupId);
  if (role === 'owner' || role === 'admin') return managing(false);
  const personal = ties.personalShare();
  if (personal !== null) return shared(personal, 'personal-share');
  const [first, ...others] = ties.groupShares();
  const best = first === undefined ? null : others.reduce(better, first);
  if (role === 'member') {
    const member = { permission: 'rw', isAdmin: best?.isAdmin ?? false } as const;
    return shared(member, 'department');
  }
  return best === null ? null : shared(best, 'group-share');
}

function managing(isOwner: boolean): EffectiveAccess {
  const source = isOwner ? 'owner' : 'department';
  return { permission: 'rw', isManager: true, canShare: true, isOwner, source };
}

function shared({ permission, isAdmin }: ShareRights, source: AccessSource): EffectiveAccess {
  return { permission, isManager: false, canShare: isAdmin, isOwner: false, source };
}

function better(a: ShareRights, b: ShareRights): ShareRights {
  return {
    permission: a.permission === 'rw' || b.permission === 'rw' ? 'rw' : 'r',
    isAdmin: a.isAdmin || b.isAdmin,
  };
}
