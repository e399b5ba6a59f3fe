import type { Group, GroupMember } from '../../core/access/group.ts';
import type { GroupView } from '../../services/departments.ts';
import type { Fields } from '../fields.ts';
import { UNLIMITED } from './account.ts';
import { departmentId } from './owner-id.ts';
import { optional, requiredInteger } from './parse-fields.ts';
import { timestamp } from './timestamp.ts';

const ROLE_NAMES = { owner: 'Owner', admin: 'Admin', member: 'Member' } as const;

/** A row of `GET /api/v2.1/departments/`. */
export function departmentItem(group: Group) {
  return {
    id: group.id,
    email: departmentId(group.id),
    parent_group_id: group.parentGroupId,
    name: group.name,
    owner: group.creatorEmail,
    created_at: timestamp(group.createdAtSeconds),
  };
}

/** A group or department as administrators see it. */
export function adminGroup({ group, ownerEmail }: GroupView, ownerName: string) {
  return {
    id: group.id,
    name: group.name,
    owner: ownerEmail,
    owner_name: ownerName,
    created_at: timestamp(group.createdAtSeconds),
    quota: group.quotaBytes ?? UNLIMITED,
    parent_group_id: group.parentGroupId,
  };
}

/** A department of the address book. */
export function addressBookGroup({ group, ownerEmail, adminEmails }: GroupView) {
  return {
    id: group.id,
    parent_group_id: group.parentGroupId,
    name: group.name,
    owner: ownerEmail,
    created_at: timestamp(group.createdAtSeconds),
    admins: adminEmails,
    quota: group.quotaBytes ?? UNLIMITED,
  };
}

export function groupMember(member: GroupMember, origin: string) {
  return {
    group_id: member.groupId,
    name: member.name,
    email: member.email,
    contact_email: member.contactEmail,
    login_id: '',
    avatar_url: `${origin}/media/avatars/default.png`,
    is_admin: member.role !== 'member',
    role: ROLE_NAMES[member.role],
  };
}

export interface GroupChange {
  readonly name?: string;
  readonly ownerEmail?: string;
  /** Null: unlimited. */
  readonly quotaBytes?: number | null;
}

/**
 * What a form changes about a group: only the fields it has. `quota` is in bytes, −2 unlimited.
 * @throws DomainError `argument-invalid`
 */
export function parseGroupChange(body: Fields): GroupChange {
  const name = body.text('name');
  const ownerEmail = optional(body, 'new_owner');
  const quota = optional(body, 'quota') === undefined ? undefined : requiredInteger(body, 'quota');
  return {
    ...(name === undefined ? {} : { name }),
    ...(ownerEmail === undefined ? {} : { ownerEmail }),
    ...(quota === undefined ? {} : { quotaBytes: quota === UNLIMITED ? null : quota }),
  };
}
