import type { CallSpecs } from '../../../src-shared/contract/call-spec.ts';
import {
  flag,
  integer,
  paging,
  path,
  REQUIRED,
  requiredWhen,
  SECRET,
  text,
  texts,
  word,
} from '../../../src-shared/contract/field-spec.ts';
import { either, joined, list, object, SUCCESS } from '../../../src-shared/contract/shape.ts';
import { HISTORY_PAGE } from './shapes/history.ts';
import { ADMIN_ITEM, COMMIT_FOLDER } from './shapes/items.ts';
import { ADMIN_DELETED_LIBRARY, ADMIN_LIBRARY, FOUND_LIBRARY, KEEP_DAYS } from './shapes/libraries.ts';
import { ADDRESS_BOOK_GROUP, ADMIN_GROUP, GROUP_MEMBER, PAGE_INFO, USER } from './shapes/people.ts';

const ONE_OF_THREE = requiredWhen('there is none of `status`, `name` and `owner`');

const OF_USER = { user_email: text('E-mail of a user.', REQUIRED) };

const USER_DEFAULT_LIBRARY = object({ user_email: 'string', exists: 'boolean', 'repo_id?': 'string' });

/** Libraries on `/api/v2.1/admin`. */
export const ADMIN_LIBRARIES_CALLS = {
  'GET /api/v2.1/admin/libraries/': {
    summary: 'All libraries by pages, or those of an owner or with a name.',
    query: {
      order_by: word(['size', 'file_count'], 'Largest first; absent: changed last first.'),
      name: text('Only libraries with this in their name.'),
      owner: text('Only libraries of this owner.'),
      ...paging(100),
    },
    answer: object({
      'page_info?': PAGE_INFO,
      repos: list(ADMIN_LIBRARY),
      'name?': 'string',
      'owner?': 'string',
    }),
  },
  'POST /api/v2.1/admin/libraries/': {
    summary: 'Makes a library for an owner.',
    body: {
      name: text('', REQUIRED),
      owner: text('E-mail of a user, or `<n>@service_group`; absent: the caller.'),
    },
    answer: ADMIN_LIBRARY,
    refuses: ['group-not-found', 'name-invalid', 'user-not-found'],
  },
  'GET /api/v2.1/admin/search-library/': {
    summary: 'Libraries by name or the beginning of their id.',
    query: { query: text('At most 255 bytes.', { ...REQUIRED, maxBytes: 255 }), ...paging(25) },
    answer: object({ page_info: PAGE_INFO, repo_list: list(FOUND_LIBRARY) }),
  },
  'GET /api/v2.1/admin/libraries/:library_id/': { summary: 'A library.', answer: ADMIN_LIBRARY },
  'PUT /api/v2.1/admin/libraries/:library_id/': {
    summary: 'Changes status, name and owner of a library: only what is given, all or nothing.',
    body: {
      status: word(['normal', 'read-only'], '', ONE_OF_THREE),
      name: text('', ONE_OF_THREE),
      owner: text('E-mail of a user, or `<n>@service_group`.', ONE_OF_THREE),
    },
    answer: ADMIN_LIBRARY,
    refuses: ['group-not-found', 'name-invalid', 'transfer-to-owner', 'user-not-found'],
  },
  'DELETE /api/v2.1/admin/libraries/:library_id/': {
    summary: 'Deletes a library; one that is not there is no error.',
    answer: SUCCESS,
  },
  'GET /api/v2.1/admin/libraries/:library_id/history-limit/': {
    summary: 'How many days of history a library keeps.',
    answer: KEEP_DAYS,
  },
  'PUT /api/v2.1/admin/libraries/:library_id/history-limit/': {
    summary: 'Sets how many days of history a library keeps.',
    body: {
      keep_days: integer('Days of history; negative numbers keep everything, 0 only the present.', REQUIRED),
    },
    answer: KEEP_DAYS,
  },
  'GET /api/v2.1/admin/libraries/:library_id/history/': {
    summary: 'Commits of a library, newest first.',
    query: { ...paging(100) },
    answer: HISTORY_PAGE,
    refuses: ['library-encrypted'],
  },
  'GET /api/v2.1/admin/libraries/:library_id/commits/:commit_id/dir/': {
    summary: 'What was in a folder of a library at a commit.',
    query: { path: path('The folder.', { fallback: '/' }) },
    answer: COMMIT_FOLDER,
    refuses: ['folder-not-found', 'library-encrypted', 'not-a-folder'],
  },
  'GET /api/v2.1/admin/default-library/': {
    summary: 'The default library of a user.',
    query: OF_USER,
    answer: USER_DEFAULT_LIBRARY,
    refuses: ['user-not-found'],
  },
  'POST /api/v2.1/admin/default-library/': {
    summary: 'The default library of a user, made where there is none.',
    body: OF_USER,
    mixed: true,
    answer: USER_DEFAULT_LIBRARY,
    refuses: ['user-not-found'],
  },
  'GET /api/v2.1/admin/trash-libraries/': {
    summary: 'Deleted libraries by pages, or those of an owner.',
    query: { owner: text('Only those of this owner.'), ...paging(100) },
    answer: object({
      'search_owner?': 'string',
      repos: list(ADMIN_DELETED_LIBRARY),
      'page_info?': PAGE_INFO,
    }),
  },
  'DELETE /api/v2.1/admin/trash-libraries/': {
    summary: 'Deletes all deleted libraries for good, or those of an owner.',
    query: { owner: text('Only those of this owner.') },
    mixed: true,
    answer: SUCCESS,
  },
  'PUT /api/v2.1/admin/trash-libraries/:library_id/': {
    summary: 'Restores a deleted library.',
    answer: SUCCESS,
    refuses: ['deleted-library-not-found'],
  },
  'DELETE /api/v2.1/admin/trash-libraries/:library_id/': {
    summary: 'Deletes a deleted library for good; one that is not there is no error.',
    answer: SUCCESS,
    refuses: ['deleted-library-not-found'],
  },
  'GET /api/v2.1/admin/libraries/:library_id/dirents/': {
    summary: 'What is in a folder of a library.',
    query: { parent_dir: path('The folder.', { fallback: '/' }) },
    answer: object({
      repo_name: 'string',
      repo_id: 'string',
      is_system_library: 'boolean',
      dirent_list: list(ADMIN_ITEM),
    }),
    refuses: ['folder-not-found', 'library-encrypted', 'not-a-folder', 'path-invalid'],
  },
  'POST /api/v2.1/admin/libraries/:library_id/dirents/': {
    summary: 'Makes a folder or an empty file.',
    query: { parent_dir: path('The folder.', { fallback: '/' }) },
    body: { is_file: flag(false, 'Whether it is an empty file.'), obj_name: text('', REQUIRED) },
    answer: ADMIN_ITEM,
    refuses: ['folder-not-found', 'library-encrypted', 'name-invalid', 'not-a-folder', 'path-invalid'],
  },
  'GET /api/v2.1/admin/libraries/:library_id/dirent/': {
    summary: 'An item of a library, or an address to download it from.',
    query: {
      path: path('The item.', REQUIRED),
      dl: text('`1`: the answer is an address to download the file from.'),
    },
    answer: either(ADMIN_ITEM, object({ download_url: 'string' })),
    refuses: ['item-not-found', 'library-encrypted', 'path-invalid'],
  },
  'DELETE /api/v2.1/admin/libraries/:library_id/dirent/': {
    summary: 'Deletes an item of a library; one that is not there is no error.',
    query: { path: path('The item.', REQUIRED) },
    mixed: true,
    answer: SUCCESS,
    refuses: ['library-encrypted', 'path-invalid'],
  },
  'GET /api/v2.1/admin/groups/:group_id/libraries/': {
    summary: 'Libraries of a department.',
    answer: object({ libraries: list(ADMIN_LIBRARY) }),
  },
  'POST /api/v2.1/admin/groups/:group_id/group-owned-libraries/': {
    summary: 'Makes a library that belongs to a department.',
    body: { repo_name: text('', REQUIRED) },
    answer: ADMIN_LIBRARY,
    refuses: ['name-invalid'],
  },
  'DELETE /api/v2.1/admin/groups/:group_id/group-owned-libraries/:library_id/': {
    summary: 'Deletes a library of a department.',
    answer: SUCCESS,
  },
} as const satisfies CallSpecs;

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
    body: { password: text('', { ...SECRET, ...REQUIRED }), ...ACCOUNT_FACTS, email: text('', REQUIRED) },
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
