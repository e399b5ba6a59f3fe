import type { CallSpecs } from '../../../src-shared/contract/call-spec.ts';
import {
  flag,
  integer,
  paging,
  REQUIRED,
  SECRET,
  text,
  texts,
} from '../../../src-shared/contract/field-spec.ts';
import { joined, list, object, SUCCESS } from '../../../src-shared/contract/shape.ts';
import { ADDRESS_BOOK_GROUP, ADMIN_GROUP, GROUP_MEMBER, PAGE_INFO, USER } from './shapes/people.ts';

/** Of an account: all of it may be left as it is. */
const ACCOUNT_FACTS = {
  name: text(),
  contact_email: text(),
  role: text(),
  is_staff: flag(null),
  is_active: flag(null),
  quota_total: integer('Megabytes; 0 and −2 lift the limit.', { least: -2 }),
};

/** Users and groups on `/api/v2.1/admin`. */
export const ADMIN_PEOPLE_CALLS = {
  'GET /api/v2.1/admin/users/': {
    summary: 'Users by pages.',
    query: { is_active: flag(null, 'Only active users, or only others.'), ...paging(25) },
    answer: object({ data: list(USER), total_count: 'integer' }),
  },
  'GET /api/v2.1/admin/sysinfo/': {
    summary: 'How much there is on the server.',
    answer: object({
      users_count: 'integer',
      active_users_count: 'integer',
      repos_count: 'integer',
      total_files_count: 'integer',
      total_storage: 'integer',
      groups_count: 'integer',
      org_count: 'integer',
      multi_tenancy_enabled: 'boolean',
      is_pro: 'boolean',
      with_license: 'boolean',
    }),
  },
  'GET /api/v2.1/admin/admin-users/': {
    summary: 'Users who are administrators.',
    answer: object({ admin_user_list: list(USER) }),
  },
  'GET /api/v2.1/admin/search-user/': {
    summary: 'Users by name or address.',
    query: { query: text('', REQUIRED), ...paging(25) },
    answer: object({ user_list: list(USER), page_info: PAGE_INFO }),
  },
  'POST /api/v2.1/admin/users/': {
    summary: 'Makes an account.',
    passwordAgain: { for: 'accounts', promotes: 'is_staff' },
    body: {
      password: text('', { ...SECRET, ...REQUIRED }),
      ...ACCOUNT_FACTS,
      email: text('', REQUIRED),
    },
    answer: joined(USER, object({ add_user_tip: 'string' })),
    refuses: ['name-invalid', 'user-exists'],
  },
  'POST /api/v2.1/admin/generate-user-auth-token/': {
    summary: 'A token of a user.',
    passwordAgain: { for: 'accounts' },
    body: { email: text('E-mail of a user.', REQUIRED) },
    answer: object({ token: 'string' }),
  },
  'GET /api/v2.1/admin/users/:email/': { summary: 'A user.', answer: USER, refuses: ['user-not-found'] },
  'PUT /api/v2.1/admin/users/:email/': {
    summary: 'Changes an account: only what is given.',
    passwordAgain: { for: 'accounts', promotes: 'is_staff', newPassword: 'when-sent' },
    body: { password: text('', SECRET), ...ACCOUNT_FACTS },
    answer: joined(USER, object({ update_status_tip: 'string' })),
    refuses: ['name-invalid', 'permission-denied', 'user-exists', 'user-not-found'],
  },
  'DELETE /api/v2.1/admin/users/:email/': {
    summary: 'Deletes an account.',
    answer: SUCCESS,
    refuses: ['permission-denied', 'user-not-found'],
  },
  'PUT /api/v2.1/admin/users/:email/reset-password/': {
    summary: 'Gives a user a new password.',
    passwordAgain: { for: 'accounts', newPassword: 'always' },
    answer: object({ new_password: 'string', reset_tip: 'string' }),
  },
  'GET /api/v2.1/admin/groups/': {
    summary: 'Groups by pages.',
    query: { ...paging(100) },
    answer: object({ page_info: PAGE_INFO, groups: list(ADMIN_GROUP) }),
  },
  'GET /api/v2.1/admin/search-group/': {
    summary: 'Groups by name.',
    query: { query: text('At most 255 bytes.', { ...REQUIRED, maxBytes: 255 }) },
    answer: object({ group_list: list(ADMIN_GROUP) }),
  },
  'POST /api/v2.1/admin/groups/': {
    summary: 'Makes a group.',
    body: { group_name: text('', REQUIRED), group_owner: text('E-mail of a user.') },
    answer: ADMIN_GROUP,
    statuses: [201],
    refuses: ['group-exists', 'name-invalid', 'user-not-found'],
  },
  'PUT /api/v2.1/admin/groups/:group_id/': {
    summary: 'Changes a group: only what is given.',
    body: { name: text(), new_owner: text('E-mail of a user.'), quota: integer('Bytes; −2: unlimited.') },
    answer: ADMIN_GROUP,
    refuses: ['name-invalid', 'user-not-found'],
  },
  'DELETE /api/v2.1/admin/groups/:group_id/': { summary: 'Ends a group.', answer: SUCCESS },
  'GET /api/v2.1/admin/groups/:group_id/members/': {
    summary: 'Who is in a group.',
    answer: object({ members: list(GROUP_MEMBER) }),
  },
  'POST /api/v2.1/admin/groups/:group_id/members/': {
    summary: 'Adds people to a group.',
    body: { email: texts('People, by e-mail.', REQUIRED) },
    answer: object({
      success: list(GROUP_MEMBER),
      failed: list(object({ email: 'string', error_msg: 'string' })),
    }),
  },
  'PUT /api/v2.1/admin/groups/:group_id/members/:email/': {
    summary: 'Makes a member administrator of the group, or no longer.',
    body: { is_admin: flag(false) },
    answer: GROUP_MEMBER,
    refuses: ['user-not-found'],
  },
  'DELETE /api/v2.1/admin/groups/:group_id/members/:email/': {
    summary: 'Takes somebody out of a group.',
    answer: SUCCESS,
  },
  'GET /api/v2.1/admin/address-book/groups/': {
    summary: 'All departments.',
    answer: object({ data: list(ADDRESS_BOOK_GROUP) }),
  },
  'POST /api/v2.1/admin/address-book/groups/': {
    summary: 'Makes a department.',
    body: {
      group_name: text('', REQUIRED),
      parent_group: integer('The department above it; −1: none.', { fallback: -1 }),
      group_owner: text('E-mail of a user.'),
    },
    answer: ADDRESS_BOOK_GROUP,
    refuses: ['group-exists', 'group-not-found', 'name-invalid', 'user-not-found'],
  },
  'GET /api/v2.1/admin/address-book/groups/:group_id/': {
    summary: 'A department with its departments and members.',
    query: { return_ancestors: flag(false) },
    answer: joined(
      ADDRESS_BOOK_GROUP,
      object({
        groups: list(ADDRESS_BOOK_GROUP),
        members: list(GROUP_MEMBER),
        ancestor_groups: list(ADDRESS_BOOK_GROUP),
      }),
    ),
  },
  'DELETE /api/v2.1/admin/address-book/groups/:group_id/': {
    summary: 'Ends a department.',
    answer: SUCCESS,
    refuses: ['group-not-empty'],
  },
} as const satisfies CallSpecs;
