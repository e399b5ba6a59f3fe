import type { GroupRole } from '../../core/access/effective-access.ts';
import { isDepartment } from '../../core/access/group.ts';
import { type Profile, profileOf } from '../../core/access/user.ts';
import { DomainError } from '../../core/errors.ts';
import type { Owner } from '../../core/library/owner.ts';
import type { GroupTable } from '../../store/sqlite/groups.ts';
import type { UserTable } from '../../store/sqlite/users.ts';

/** Who is who: names to show and memberships to decide by. Unknown people are shown by their address. */
export type People = ReturnType<typeof createPeople>;

export function createPeople({ users, groups }: { users: UserTable; groups: GroupTable }) {
  function profile(email: string): Profile {
    return users.profile(email) ?? profileOf({ email, name: '', contactEmail: '' });
  }

  return {
    contactEmail(email: string): string {
      return profile(email).contactEmail;
    },

    /** The user's chosen name, else the local part of the contact e-mail. */
    displayName(email: string): string {
      return profile(email).name;
    },

    /** Empty when there is no such group. */
    groupName(groupId: number): string {
      return groups.find(groupId)?.name ?? '';
    },

    /** Null when the user is no member. */
    roleIn(groupId: number, email: string): GroupRole | null {
      return groups.roleOf(groupId, email);
    },

    /** Groups and departments the user is a member of. */
    groupsOf(email: string): { readonly id: number; readonly name: string }[] {
      return groups.ofUser(email).map(({ group }) => ({ id: group.id, name: group.name }));
    },

    /** @throws DomainError `group-not-found` for what is neither group nor department */
    requireGroup(groupId: number): void {
      if (groups.find(groupId) === null) throw new DomainError('group-not-found', { value: String(groupId) });
    },

    /** People whose e-mail, contact e-mail or name holds the text, letter case aside; the oldest accounts first. */
    search(text: string, limit: number): Profile[] {
      const filter = { text, isActive: true, isAdmin: null };
      return users.page(filter, { order: 'created', limit, offset: 0 }).map(profileOf);
    },

    /** @throws DomainError `user-not-found`, `group-not-found` unless a library can be given to this owner */
    requireOwner(owner: Owner): void {
      if (owner.kind === 'user') {
        if (users.find(owner.email) === null) throw new DomainError('user-not-found', { value: owner.email });
        return;
      }
      const group = groups.find(owner.groupId);
      if (group === null || !isDepartment(group)) {
        throw new DomainError('group-not-found', { value: String(owner.groupId) });
      }
    },
  };
}
