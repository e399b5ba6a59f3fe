import { type Caller, requireAdministrator } from '../../core/access/caller.ts';
import type { GroupRole } from '../../core/access/effective-access.ts';
import { DEPARTMENT_CREATOR, type Group, isDepartment } from '../../core/access/group.ts';
import type { Ports } from '../../engine/ports.ts';
import type { GroupTable } from '../../store/sqlite/groups.ts';
import { createGroupRights, type GroupRights } from '../access/group-rights.ts';
import { createGroupLifecycle } from './group-lifecycle.ts';
import { createGroupMembers } from './group-members.ts';

export interface DepartmentsDependencies extends Pick<Ports, 'groups' | 'users' | 'clock' | 'transaction'> {
  /** Number of libraries that the group owns, deleted ones that can be restored aside. */
  readonly countLibraries: (groupId: number) => number;
  /** Called after a user has left a group, inside the same transaction. */
  readonly onMemberGone: (email: string) => void;
}

export interface GroupView {
  readonly group: Group;
  /** E-mail of the owner, empty when their account is gone; `DEPARTMENT_CREATOR` for departments. */
  readonly ownerEmail: string;
  /** The owner of a plain group is among them. */
  readonly adminEmails: readonly string[];
  readonly memberCount: number;
}

export interface Membership {
  readonly group: Group;
  readonly role: GroupRole;
}

/** Groups of users, and departments: groups that can own libraries. */
export type Departments = ReturnType<typeof createDepartments>;

export function createDepartments(deps: DepartmentsDependencies) {
  const rights = createGroupRights(deps.groups);
  return {
    ...createGroupFacts(deps.groups),
    ...createGroupLists(deps.groups, rights),
    ...createGroupLifecycle({ ...deps, rights }),
    ...createGroupMembers({ ...deps, rights }),
  };
}

/** What other services ask about groups, for any caller. Being in a department says nothing about those inside it. */
function createGroupFacts(groups: GroupTable) {
  function departmentExists(groupId: number): boolean {
    const group = groups.find(groupId);
    return group !== null && isDepartment(group);
  }

  return {
    departmentExists,
    /** Departments that the user is in, by name. */
    departmentsOf(email: string): Membership[] {
      return groups.ofUser(email).filter(({ group }) => isDepartment(group));
    },
    /** Null when there is no such group. */
    nameOf(groupId: number): string | null {
      return groups.find(groupId)?.name ?? null;
    },
  };
}

function createGroupLists(groups: GroupTable, rights: GroupRights) {
  function view(group: Group): GroupView {
    const members = groups.members(group.id);
    const owner = members.find(({ role }) => role === 'owner');
    const adminEmails = members.filter(({ role }) => role !== 'member').map(({ email }) => email);
    return {
      group,
      ownerEmail: isDepartment(group) ? DEPARTMENT_CREATOR : (owner?.email ?? ''),
      adminEmails,
      memberCount: members.length,
    };
  }

  return {
    /** For its members and for administrators. @throws DomainError `group-not-found`, `permission-denied` */
    findGroup(caller: Caller, groupId: number): GroupView {
      return view(rights.visible(caller, groupId));
    },
    /** The caller's own groups and departments, by name. */
    listOwnGroups(caller: Caller): GroupView[] {
      return groups.ofUser(caller.email).map(({ group }) => view(group));
    },
    /**
     * Every group and department, oldest first; with `text`, those whose name holds it, letter case aside.
     * @throws DomainError `permission-denied`
     */
    listGroups(
      caller: Caller,
      { page, perPage, text = '' }: { page: number; perPage: number; text?: string },
    ) {
      requireAdministrator(caller);
      const rows = groups.page({ text, limit: perPage + 1, offset: (page - 1) * perPage });
      return { groups: rows.slice(0, perPage).map(view), hasNextPage: rows.length > perPage };
    },
    /** Every department, by name. @throws DomainError `permission-denied` */
    listDepartments(caller: Caller): GroupView[] {
      requireAdministrator(caller);
      return groups.departments().map(view);
    },
    /** Departments directly inside, by name. @throws DomainError `permission-denied`, `group-not-found` */
    listSubDepartments(caller: Caller, groupId: number): GroupView[] {
      requireAdministrator(caller);
      return groups.children(rights.known(groupId).id).map(view);
    },
    /** The departments that it is in, outermost first. @throws DomainError `permission-denied`, `group-not-found` */
    listAncestors(caller: Caller, groupId: number): GroupView[] {
      requireAdministrator(caller);
      const ancestors: GroupView[] = [];
      let group = rights.known(groupId);
      while (group.parentGroupId > 0) {
        group = rights.known(group.parentGroupId);
        ancestors.unshift(view(group));
      }
      return ancestors;
    },
  };
}
