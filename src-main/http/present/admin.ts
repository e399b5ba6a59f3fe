import type {
  AdminGroupJson,
  AdminGroupMemberJson,
  AdminUserJson,
  AdminVisitJson,
  LibraryOwnerJson,
} from '../../../src-shared/admin-api.ts';
import { type GroupMember, isDepartment } from '../../core/access/group.ts';
import { profileOf, type User } from '../../core/access/user.ts';
import type { Dirent } from '../../core/objects/dir-object.ts';
import type { AdminVisits } from '../../usecases/access/admin-visits.ts';
import type { LibraryView } from '../../usecases/access/library-access.ts';
import type { AccountList } from '../../usecases/accounts/account-list.ts';
import type { AccountChange } from '../../usecases/accounts/user-administration.ts';
import type { AdminLibraries } from '../../usecases/libraries/admin-libraries.ts';
import type { DeletedLibraryView } from '../../usecases/libraries/deleted-libraries.ts';
import type { GroupView } from '../../usecases/sharing/departments.ts';
import { type Fields, given } from '../declared-fields.ts';
import type { Names } from './items.ts';
import { departmentId, ownerId, parseOwner, sizeFormatted, timestamp } from './values.ts';

/** A library as administrators see it. */
export function adminLibrary(view: LibraryView) {
  const { library, group } = view;
  return {
    ...searchedLibrary(view),
    owner: ownerId(library.owner),
    size_formatted: sizeFormatted(library.sizeBytes),
    last_modified: timestamp(library.updatedAtSeconds),
    ...(group === null ? {} : { group_name: group.name }),
  };
}

/** How much there is on the server; of editions and licences what real servers say where there are none. */
export function systemInfo({ users, activeUsers, groups, libraries }: ServerTotals) {
  return {
    users_count: users,
    active_users_count: activeUsers,
    repos_count: libraries.length,
    total_files_count: libraries.reduce((sum, { library }) => sum + library.fileCount, 0),
    total_storage: libraries.reduce((sum, { library }) => sum + library.sizeBytes, 0),
    groups_count: groups,
    org_count: 0,
    multi_tenancy_enabled: false,
    is_pro: false,
    with_license: false,
  };
}

interface ServerTotals {
  readonly users: number;
  readonly activeUsers: number;
  readonly groups: number;
  readonly libraries: readonly LibraryView[];
}

/** A row of `GET /api/v2.1/admin/search-library/`. */
export function searchedLibrary({ library, ownerName, ownerContactEmail }: LibraryView) {
  return {
    id: library.id,
    name: library.name,
    owner_email: ownerId(library.owner),
    owner_name: ownerName,
    owner_contact_email: ownerContactEmail,
    size: library.sizeBytes,
    encrypted: library.encryption !== null,
    file_count: library.fileCount,
    status: library.status,
  };
}

/** A row of `GET /api/v2.1/admin/trash-libraries/`. */
export function adminDeletedLibrary({ library, ownerName, groupName }: DeletedLibraryView) {
  return {
    id: library.id,
    name: library.name,
    owner: ownerId(library.owner),
    owner_name: ownerName,
    delete_time: timestamp(library.deletedAtSeconds),
    ...(groupName === null ? {} : { group_name: groupName }),
  };
}

export function pageInfo(page: number, hasNextPage: boolean) {
  return { has_next_page: hasNextPage, current_page: page };
}

/** An item of a library as administrators see it. */
export function adminDirent(dirent: Dirent) {
  const isFile = dirent.kind === 'file';
  return {
    obj_name: dirent.name,
    is_file: isFile,
    type: isFile ? 'file' : 'folder',
    file_size: isFile ? sizeFormatted(dirent.sizeBytes) : '',
    last_update: timestamp(dirent.mtimeSeconds),
  };
}

type LibraryUpdate = Parameters<AdminLibraries['update']>[2];

/** What a PATCH of a library changes. @throws DomainError `argument-invalid` */
export function parseAdminUpdate(body: Fields): LibraryUpdate & { readonly keepDays?: number } {
  const name = body.text('name');
  const owner = body.optional('owner');
  const status = body.optional('status');
  return given({
    name,
    owner: owner === undefined ? undefined : parseOwner(owner),
    status: status === 'normal' || status === 'read-only' ? status : undefined,
    keepDays: body.has('keep_days') ? body.requiredInteger('keep_days') : undefined,
  });
}

export function libraryOwners(found: {
  readonly departments: readonly GroupView[];
  readonly users: readonly User[];
}): LibraryOwnerJson[] {
  return [
    ...found.departments.map(({ group }) => ({
      id: departmentId(group.id),
      name: group.name,
      kind: 'department' as const,
    })),
    ...found.users.map((user) => ({ id: user.email, name: profileOf(user).name, kind: 'user' as const })),
  ];
}

export function adminVisit(visit: ReturnType<AdminVisits['page']>[number], people: Names): AdminVisitJson {
  return {
    id: visit.id,
    admin: visit.adminEmail,
    admin_name: people.displayName(visit.adminEmail),
    deed: visit.action,
    path: visit.path,
    at: visit.atSeconds,
  };
}

export function adminUserRow(row: ReturnType<AccountList['find']>): AdminUserJson {
  const { user } = row;
  return {
    email: user.email,
    name: profileOf(user).name,
    is_admin: user.isAdmin,
    is_active: user.isActive,
    library_count: row.libraryCount,
    bytes: row.bytes,
    device_count: row.deviceCount,
    last_sign_in_at: user.lastSignInAtSeconds ?? 0,
    last_seen_at: user.lastSeenAtSeconds ?? 0,
    created_at: user.createdAtSeconds,
  };
}

/** What a PATCH of a user changes. @throws DomainError `argument-invalid` */
export function parseUserUpdate(body: Fields): AccountChange {
  const [isAdmin, isActive] = [body.optionalBoolean('is_admin'), body.optionalBoolean('is_active')];
  return given({ name: body.text('name'), isAdmin, isActive });
}

export function adminGroupRow(view: GroupView, libraryCount: number): AdminGroupJson {
  const { group } = view;
  const department = isDepartment(group);
  return {
    id: group.id,
    name: group.name,
    kind: department ? 'department' : 'group',
    parent_id: Math.max(0, group.parentGroupId),
    owner: department ? '' : view.ownerEmail,
    member_count: view.memberCount,
    library_count: libraryCount,
    created_at: group.createdAtSeconds,
  };
}

export function groupMember(member: GroupMember): AdminGroupMemberJson {
  return { email: member.email, name: profileOf(member).name, role: member.role };
}
