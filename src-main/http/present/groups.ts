import type { Group, GroupMember } from '../../core/access/group.ts';
import { profileOf } from '../../core/access/user.ts';
import { DomainError } from '../../core/errors.ts';
import type { LibraryView } from '../../usecases/access/library-access.ts';
import type { GroupView } from '../../usecases/sharing/departments.ts';
import type { GroupChange } from '../../usecases/sharing/group-lifecycle.ts';
import type { AddedMembers } from '../../usecases/sharing/group-members.ts';
import { type Fields, given } from '../declared-fields.ts';
import { type ErrorOverrides, worded } from '../error-wording.ts';
import { UNLIMITED } from './accounts.ts';
import { departmentId, ownerId, timestamp } from './values.ts';

const NAME_RULE =
  'Name can only contain letters, numbers, spaces, hyphen, dot, single quote, brackets or underscore.';

/** How real servers refuse a name of a group. */
export const GROUP_NAME_ERRORS: ErrorOverrides = {
  'argument-missing': 'group_name invalid.',
  'name-invalid': NAME_RULE,
};

/** The same where users make groups: there a missing name is one of the wrong characters. */
export const OWN_GROUP_ERRORS: ErrorOverrides = {
  ...GROUP_NAME_ERRORS,
  'argument-missing': worded(({ field }) =>
    field === 'name' ? NAME_RULE : `${field ?? 'argument'} invalid.`,
  ),
};

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

/** A group or department as its members see it. */
export function userGroup({ group, ownerEmail, adminEmails }: GroupView, usedBytes: number) {
  return {
    id: group.id,
    parent_group_id: group.parentGroupId,
    name: group.name,
    owner: ownerEmail,
    created_at: timestamp(group.createdAtSeconds),
    admins: adminEmails,
    group_quota: group.quotaBytes ?? UNLIMITED,
    group_quota_usage: usedBytes,
  };
}

/** A row of `GET /api2/groups/`. */
export function olderGroup({ group, ownerEmail }: GroupView) {
  return { id: group.id, name: group.name, creator: ownerEmail, ctime: group.createdAtSeconds, msgnum: 0 };
}

/** A library that a department owns, as its administrators make it. */
export function departmentLibrary(view: LibraryView) {
  const { library, group, permission } = view;
  return {
    id: library.id,
    name: library.name,
    mtime: timestamp(library.updatedAtSeconds),
    size: library.sizeBytes,
    encrypted: library.encryption !== null,
    owner: ownerId(library.owner),
    group_name: group?.name ?? '',
    permission,
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
  const { name, contactEmail } = profileOf(member);
  return {
    group_id: member.groupId,
    name,
    email: member.email,
    contact_email: contactEmail,
    login_id: '',
    avatar_url: `${origin}/media/avatars/default.png`,
    is_admin: member.role !== 'member',
    role: ROLE_NAMES[member.role],
  };
}

/** Why a user was not added to a group. */
export function failedMember({ email, why }: AddedMembers['failed'][number]) {
  const problem = why === 'user-not-found' ? 'not found.' : 'is already a group member.';
  return { email, error_msg: `User ${email} ${problem}` };
}

/**
 * What a form changes about a group: only the fields it has. `quota` is in bytes, −2 unlimited.
 * @throws DomainError `argument-invalid`
 */
export function parseGroupChange(body: Fields): GroupChange {
  const name = body.text('name');
  const ownerEmail = body.optional('new_owner');
  const quota = body.optional('quota') === undefined ? undefined : body.requiredInteger('quota');
  return given({ name, ownerEmail, quotaBytes: quota === UNLIMITED ? null : quota });
}

/**
 * What its owner changes about a group: a name or a new owner.
 * @throws DomainError `argument-missing` for neither
 */
export function parseOwnGroupChange(body: Fields): GroupChange {
  const name = body.text('name');
  const ownerEmail = body.optional('owner');
  if (name === undefined && ownerEmail === undefined)
    throw new DomainError('argument-missing', { field: 'name' });
  return given({ name, ownerEmail });
}
