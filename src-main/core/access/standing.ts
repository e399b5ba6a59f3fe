import type { LibraryStatus } from '../library/library.ts';
import type { Owner } from '../library/owner.ts';
import type { Permission } from './caller.ts';

export type GroupRole = 'owner' | 'admin' | 'member';

/** What a user may do with a library. */
export interface Standing {
  readonly permission: Permission;
  /** May rename, delete, transfer and set retention: the owner, or an administrator of the owning department. */
  readonly isManager: boolean;
  /** The library is the user's own, not a department's. */
  readonly isOwner: boolean;
}

/**
 * The standing of a user towards a library; null when there is none.
 *
 * Members of the owning department read and write. A read-only library caps everybody at reading, its owner
 * included, and never grants anything.
 */
export function standingOf(
  library: { readonly owner: Owner; readonly status: LibraryStatus },
  email: string,
  roleIn: (groupId: number) => GroupRole | null,
): Standing | null {
  const permission = library.status === 'read-only' ? 'r' : 'rw';
  const { owner } = library;
  if (owner.kind === 'user') {
    return owner.email === email ? { permission, isManager: true, isOwner: true } : null;
  }
  const role = roleIn(owner.groupId);
  if (role === null) return null;
  return { permission, isManager: role !== 'member', isOwner: false };
}
