import type { Caller } from '../../core/access/caller.ts';
import type { GroupRole } from '../../core/access/effective-access.ts';
import type { GroupMember } from '../../core/access/group.ts';
import { DomainError } from '../../core/errors.ts';
import type { Ports } from '../../engine/ports.ts';
import type { UserRecord } from '../../store/sqlite/users.ts';
import type { GroupRights } from '../access/group-rights.ts';

export interface GroupMembersDependencies extends Pick<Ports, 'groups' | 'users' | 'transaction'> {
  readonly rights: GroupRights;
  /** Called after a user has left a group, inside the same transaction. */
  readonly onMemberGone: (email: string) => void;
}

export type MemberRefusal = 'user-not-found' | 'group-member-exists';

export interface AddedMembers {
  readonly added: readonly GroupMember[];
  readonly failed: readonly { readonly email: string; readonly why: MemberRefusal }[];
}

/**
 * Who is in a group. Administrators of the group and of the server decide; a plain group's owner keeps that role
 * until `setGroupOwner` gives it away (`permission-denied`, reason `group-owner`).
 */
export function createGroupMembers(deps: GroupMembersDependencies) {
  const { groups, users, rights } = deps;

  function requireUser(email: string): UserRecord {
    const user = users.find(email.toLowerCase());
    if (user === null) throw new DomainError('user-not-found', { value: email });
    return user;
  }

  function whyNot(groupId: number, email: string): MemberRefusal | null {
    const user = users.find(email.toLowerCase());
    if (user === null) return 'user-not-found';
    return groups.roleOf(groupId, user.email) === null ? null : 'group-member-exists';
  }

  /** The member as a user. @throws DomainError `user-not-found`; `permission-denied` for the owner */
  function requireMember(groupId: number, email: string): UserRecord {
    const user = requireUser(email);
    const role = groups.roleOf(groupId, user.email);
    if (role === null) throw new DomainError('user-not-found', { value: email, reason: 'not-a-member' });
    if (role === 'owner') throw new DomainError('permission-denied', { value: email, reason: 'group-owner' });
    return user;
  }

  return {
    /**
     * Owner first, then administrators, then the others. Members may look.
     * @throws DomainError `group-not-found`, `permission-denied`
     */
    listMembers(caller: Caller, groupId: number): GroupMember[] {
      rights.visible(caller, groupId);
      return groups.members(groupId);
    },
    /** @throws DomainError `group-not-found`, `permission-denied`, `user-not-found`, `group-member-exists` */
    addMember(
      caller: Caller,
      groupId: number,
      member: { email: string; role?: Exclude<GroupRole, 'owner'> },
    ): void {
      rights.managed(caller, groupId);
      const user = requireUser(member.email);
      if (groups.roleOf(groupId, user.email) !== null) {
        throw new DomainError('group-member-exists', { field: 'email', value: user.email });
      }
      groups.addMember(groupId, user.key, member.role ?? 'member');
    },
    /** Adds those who can be added, and tells why the others were not. @throws DomainError as `addMember` for all */
    addMembers(caller: Caller, groupId: number, emails: readonly string[]): AddedMembers {
      rights.managed(caller, groupId);
      const failed = emails.flatMap((email) => {
        const why = whyNot(groupId, email);
        if (why === null) this.addMember(caller, groupId, { email });
        return why === null ? [] : [{ email, why }];
      });
      const refused = new Set(failed.map(({ email }) => email));
      const added = new Set(
        emails.filter((email) => !refused.has(email)).map((email) => email.toLowerCase()),
      );
      return { added: groups.members(groupId).filter((member) => added.has(member.email)), failed };
    },
    /** @throws DomainError `group-not-found`, `permission-denied`, `user-not-found` */
    setMemberRole(
      caller: Caller,
      groupId: number,
      member: { email: string; role: Exclude<GroupRole, 'owner'> },
    ): void {
      rights.managed(caller, groupId);
      groups.setRole(groupId, requireMember(groupId, member.email).key, member.role);
    },
    /** Members may take themselves out. @throws DomainError `group-not-found`, `permission-denied`, `user-not-found` */
    removeMember(caller: Caller, groupId: number, email: string): void {
      if (email.toLowerCase() === caller.email) rights.visible(caller, groupId);
      else rights.managed(caller, groupId);
      const member = requireMember(groupId, email);
      deps.transaction(() => {
        groups.removeMember(groupId, member.key);
        deps.onMemberGone(member.email);
      });
    },
  };
}
