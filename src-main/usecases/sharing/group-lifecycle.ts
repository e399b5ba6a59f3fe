import { type Caller, requireAdministrator } from '../../core/access/caller.ts';
import {
  checkGroupName,
  DEPARTMENT_CREATOR,
  type Group,
  isDepartment,
  PLAIN_GROUP,
  TOP_DEPARTMENT,
} from '../../core/access/group.ts';
import { checkQuota } from '../../core/access/user.ts';
import { DomainError } from '../../core/errors.ts';
import type { Ports } from '../../engine/ports.ts';
import type { GroupTable } from '../../store/sqlite/groups.ts';
import type { UserRecord, UserTable } from '../../store/sqlite/users.ts';
import type { GroupRights } from '../access/group-rights.ts';

export interface GroupLifecycleDependencies
  extends Pick<Ports, 'groups' | 'users' | 'clock' | 'transaction'> {
  readonly rights: GroupRights;
  /** Number of libraries that the group owns, deleted ones that can be restored aside. */
  readonly countLibraries: (groupId: number) => number;
  /** Called after a user has left a group, inside the same transaction. */
  readonly onMemberGone: (email: string) => void;
}

export interface NewDepartment {
  readonly name: string;
  /** `TOP_DEPARTMENT` or the department that it is to be in. */
  readonly parentGroupId: number;
  /** Becomes its administrator; absent: none yet. */
  readonly adminEmail?: string;
}

/** Changes of a group; what is absent stays. */
export interface GroupChange {
  readonly name?: string;
  readonly ownerEmail?: string;
  /** Null: unlimited. */
  readonly quotaBytes?: number | null;
}

/** Making, changing and deleting groups and departments. Names are unique over both. */
export function createGroupLifecycle(deps: GroupLifecycleDependencies) {
  const { groups, users, rights, transaction } = deps;

  return {
    /**
     * A plain group. Any user makes one and owns it; an administrator may name another owner.
     * @throws DomainError `argument-missing`, `name-invalid`, `group-exists`, `permission-denied`, `user-not-found`
     */
    createGroup(caller: Caller, { name, ownerEmail }: { name: string; ownerEmail?: string }): Group {
      const owner = ownerEmail?.toLowerCase() ?? caller.email;
      if (owner !== caller.email) requireAdministrator(caller);
      const first = { user: requireUser(users, owner), role: 'owner' } as const;
      return create(deps, { name, parentGroupId: PLAIN_GROUP, creatorEmail: owner }, first);
    },
    /**
     * @throws DomainError `permission-denied`, `argument-missing`, `name-invalid`, `group-exists`, `user-not-found`;
     * `group-not-found` when the parent is no department
     */
    createDepartment(caller: Caller, { name, parentGroupId, adminEmail }: NewDepartment): Group {
      requireAdministrator(caller);
      if (parentGroupId !== TOP_DEPARTMENT && !isDepartment(rights.known(parentGroupId))) {
        throw new DomainError('group-not-found', { field: 'parent_group', value: String(parentGroupId) });
      }
      const first =
        adminEmail === undefined ? null : ({ user: requireUser(users, adminEmail), role: 'admin' } as const);
      return create(deps, { name, parentGroupId, creatorEmail: DEPARTMENT_CREATOR }, first);
    },
    /** @throws DomainError `group-not-found`, `permission-denied`, `argument-missing`, `name-invalid`, `group-exists` */
    renameGroup(caller: Caller, groupId: number, name: string): void {
      const group = rights.owned(caller, groupId);
      if (name === group.name) return;
      requireFreeName(groups, name);
      groups.rename(groupId, name);
    },
    /**
     * Hands a plain group to another user; the owner before becomes an administrator of it.
     * @throws DomainError `group-not-found`, `permission-denied`, `user-not-found`; `argument-invalid` for a department
     */
    setGroupOwner(caller: Caller, groupId: number, email: string): void {
      const group = rights.owned(caller, groupId);
      if (isDepartment(group))
        throw new DomainError('argument-invalid', { field: 'owner', reason: 'department' });
      const user = requireUser(users, email);
      transaction(() => handOver(deps, groupId, user));
    },
    /** Several of the changes below at once, all or none. @throws DomainError as each of them */
    changeGroup(caller: Caller, groupId: number, change: GroupChange): void {
      transaction(() => {
        if (change.name !== undefined) this.renameGroup(caller, groupId, change.name);
        if (change.ownerEmail !== undefined) this.setGroupOwner(caller, groupId, change.ownerEmail);
        if (change.quotaBytes !== undefined) this.setGroupQuota(caller, groupId, change.quotaBytes);
      });
    },
    /** Null: unlimited. @throws DomainError `permission-denied`, `group-not-found`, `argument-invalid` */
    setGroupQuota(caller: Caller, groupId: number, quotaBytes: number | null): void {
      requireAdministrator(caller);
      rights.known(groupId);
      checkQuota(quotaBytes);
      groups.setQuota(groupId, quotaBytes);
    },
    /**
     * @throws DomainError `group-not-found`, `permission-denied`; `group-not-empty` with reason `libraries` or
     * `sub-departments`
     */
    removeGroup(caller: Caller, groupId: number): void {
      rights.owned(caller, groupId);
      const value = String(groupId);
      transaction(() => {
        if (deps.countLibraries(groupId) > 0)
          throw new DomainError('group-not-empty', { reason: 'libraries', value });
        if (groups.children(groupId).length > 0) {
          throw new DomainError('group-not-empty', { reason: 'sub-departments', value });
        }
        const members = groups.members(groupId);
        groups.remove(groupId);
        for (const { email } of members) deps.onMemberGone(email);
      });
    },
  };
}

function create(
  { groups, rights, clock, transaction }: GroupLifecycleDependencies,
  group: Pick<Group, 'name' | 'parentGroupId' | 'creatorEmail'>,
  first: { user: UserRecord; role: 'owner' | 'admin' } | null,
): Group {
  requireFreeName(groups, group.name);
  return transaction(() => {
    const id = groups.insert({ ...group, createdAtSeconds: clock.nowSeconds() });
    if (first !== null) groups.addMember(id, first.user.key, first.role);
    return rights.known(id);
  });
}

function handOver({ groups, users }: GroupLifecycleDependencies, groupId: number, to: UserRecord): void {
  for (const member of groups.members(groupId)) {
    if (member.role === 'owner') groups.setRole(groupId, requireUser(users, member.email).key, 'admin');
  }
  if (groups.roleOf(groupId, to.email) === null) groups.addMember(groupId, to.key, 'owner');
  else groups.setRole(groupId, to.key, 'owner');
}

function requireFreeName(groups: GroupTable, name: string): void {
  checkGroupName(name);
  if (groups.isNameTaken(name)) throw new DomainError('group-exists', { field: 'name', value: name });
}

function requireUser(users: UserTable, email: string): UserRecord {
  const user = users.find(email.toLowerCase());
  if (user === null) throw new DomainError('user-not-found', { value: email });
  return user;
}
