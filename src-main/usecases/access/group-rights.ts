import type { Caller } from '../../core/access/caller.ts';
import type { Group } from '../../core/access/group.ts';
import { DomainError } from '../../core/errors.ts';
import type { GroupTable } from '../../store/sqlite/groups.ts';

/** Decides who may do what with a group; each verb gives the group or throws. */
export type GroupRights = ReturnType<typeof createGroupRights>;

export function createGroupRights(groups: GroupTable) {
  /** @throws DomainError `group-not-found` */
  function known(groupId: number): Group {
    const group = groups.find(groupId);
    if (group === null) throw new DomainError('group-not-found', { value: String(groupId) });
    return group;
  }

  function require(caller: Caller, groupId: number, roles: readonly string[]): Group {
    const group = known(groupId);
    const role = groups.roleOf(groupId, caller.email);
    if (caller.isAdmin || (role !== null && roles.includes(role))) return group;
    throw new DomainError('permission-denied', { value: String(groupId) });
  }

  return {
    known,
    /** Members and administrators. @throws DomainError `group-not-found`, `permission-denied` */
    visible(caller: Caller, groupId: number): Group {
      return require(caller, groupId, ['owner', 'admin', 'member']);
    },
    /** Administrators of the group and of the server. @throws DomainError `group-not-found`, `permission-denied` */
    managed(caller: Caller, groupId: number): Group {
      return require(caller, groupId, ['owner', 'admin']);
    },
    /** The owner and administrators of the server. @throws DomainError `group-not-found`, `permission-denied` */
    owned(caller: Caller, groupId: number): Group {
      return require(caller, groupId, ['owner']);
    },
  };
}
