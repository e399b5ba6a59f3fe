import { DOWNLOAD_LINK, ENTRIES_PAGE, ENTRY, ENTRY_SORT } from './contents-api.ts';
import type { CallSpecs } from './contract/call-spec.ts';
import {
  commitField,
  cursor,
  type FieldValue,
  flag,
  integer,
  path,
  REQUIRED,
  text,
  texts,
  word,
} from './contract/field-spec.ts';
import { type Json, joined, list, named, object, oneOf, SUCCESS } from './contract/shape.ts';
import { LIBRARIES, LOCAL_LIBRARY } from './libraries-api.ts';

/** What an administrator did inside another user's library. */
const ADMIN_VISIT = named(
  'AdminVisit',
  object({
    id: 'integer',
    admin: 'string',
    admin_name: 'string',
    deed: oneOf('looked', 'downloaded', 'made', 'deleted'),
    path: 'string',
    at: 'integer',
  }),
);
export type AdminVisitJson = Json<typeof ADMIN_VISIT>;

/** `GET libraries/{id}/admin-visits/?cursor=`: newest first, 100 a page. */
const ADMIN_VISITS_PAGE = named('AdminVisitsPage', object({ visits: list(ADMIN_VISIT), cursor: 'string?' }));
export type AdminVisitsPageJson = Json<typeof ADMIN_VISITS_PAGE>;

/** A user or department a library can be given to. */
const LIBRARY_OWNER = named(
  'LibraryOwner',
  object({
    /** E-mail of a user, or `<n>@service_group`. */
    id: 'string',
    name: 'string',
    kind: oneOf('user', 'department'),
  }),
);
export type LibraryOwnerJson = Json<typeof LIBRARY_OWNER>;

/** `GET admin/owners/?search=`: departments first, then users; at most 20 of each. */
const LIBRARY_OWNERS = object({ owners: list(LIBRARY_OWNER) });
export type LibraryOwnersJson = Json<typeof LIBRARY_OWNERS>;

/** A row of `GET admin/users/?search=&cursor=`; oldest account first, 100 a page. */
const ADMIN_USER = named(
  'LocalAdminUser',
  object({
    email: 'string',
    name: 'string',
    is_admin: 'boolean',
    is_active: 'boolean',
    /** Libraries that the user owns, deleted ones aside, and the files in them. */
    library_count: 'integer',
    bytes: 'integer',
    /** Devices that are signed in or sync. */
    device_count: 'integer',
    /** 0: never. */
    last_sign_in_at: 'integer',
    /** 0: never. */
    last_seen_at: 'integer',
    created_at: 'integer',
  }),
);
export type AdminUserJson = Json<typeof ADMIN_USER>;

const ADMIN_USERS_PAGE = object({
  users: list(ADMIN_USER),
  /** Over all pages. */
  total: 'integer',
  cursor: 'string?',
});
export type AdminUsersPageJson = Json<typeof ADMIN_USERS_PAGE>;

/** `POST admin/users/{email}/reset-password/`: shown once; every device of the user has to sign in again. */
const NEW_PASSWORD = object({ password: 'string' });
export type NewPasswordJson = Json<typeof NEW_PASSWORD>;

/**
 * A row of `GET admin/groups/?search=&cursor=`; oldest first, 100 a page. `POST admin/groups/` and
 * `PATCH admin/groups/{id}/` answer one, `DELETE admin/groups/{id}/` ends one that has neither libraries nor departments.
 */
export const ADMIN_GROUP = named(
  'LocalAdminGroup',
  object({
    id: 'integer',
    name: 'string',
    /** A department owns libraries, a plain group is given some. */
    kind: oneOf('group', 'department'),
    /** Department that it is in; 0: none. */
    parent_id: 'integer',
    /** E-mail; empty for departments. */
    owner: 'string',
    member_count: 'integer',
    library_count: 'integer',
    created_at: 'integer',
  }),
);
export type AdminGroupJson = Json<typeof ADMIN_GROUP>;

const ADMIN_GROUPS_PAGE = object({ groups: list(ADMIN_GROUP), cursor: 'string?' });
export type AdminGroupsPageJson = Json<typeof ADMIN_GROUPS_PAGE>;

const ADMIN_GROUP_MEMBER = named(
  'LocalGroupMember',
  object({ email: 'string', name: 'string', role: oneOf('owner', 'admin', 'member') }),
);
export type AdminGroupMemberJson = Json<typeof ADMIN_GROUP_MEMBER>;

/**
 * `GET admin/groups/{id}/members/`: owner first. `PATCH admin/groups/{id}/members/{email}/` takes `{"role"}` and
 * `DELETE` ends the membership; both answer this too.
 */
const ADMIN_GROUP_MEMBERS = named('LocalGroupMembers', object({ members: list(ADMIN_GROUP_MEMBER) }));
export type AdminGroupMembersJson = Json<typeof ADMIN_GROUP_MEMBERS>;

/** `POST admin/groups/{id}/members/` takes `{"email": [...]}` and adds those that it can. */
const ADDED_MEMBERS = named(
  'LocalAddedMembers',
  joined(
    ADMIN_GROUP_MEMBERS,
    object({
      failed: list(object({ email: 'string', reason: oneOf('user-not-found', 'group-member-exists') })),
    }),
  ),
);
export type AddedMembersJson = Json<typeof ADDED_MEMBERS>;

/** `GET admin/libraries/?cursor=&search=&owner=`: every library of the server by name, 100 a page. */
const ADMIN_LIBRARIES_PAGE = named(
  'LocalAdminLibrariesPage',
  object({ libraries: list(LOCAL_LIBRARY), cursor: 'string?' }),
);
export type AdminLibrariesPageJson = Json<typeof ADMIN_LIBRARIES_PAGE>;

const OWNER = 'E-mail of a user, or `<n>@service_group`.';

const LIBRARY_SORT = word(['name', 'size', 'file_count', 'mtime'], '', { fallback: 'name' });
export type AdminLibrarySort = FieldValue<typeof LIBRARY_SORT>;

/** What administrators do with libraries, accounts and groups. */
export const ADMIN_CALLS = {
  'POST admin/libraries/': {
    summary: 'Makes a library for an owner.',
    access: 'admin',
    body: { name: text('', REQUIRED), owner: text(`${OWNER} Absent: the caller.`) },
    answer: LOCAL_LIBRARY,
    refuses: ['group-not-found', 'name-invalid', 'user-not-found'],
  },
  'GET admin/libraries/:library_id/': {
    summary: 'A library of anybody.',
    access: 'admin',
    answer: LOCAL_LIBRARY,
  },
  'PATCH admin/libraries/:library_id/': {
    summary: 'Changes a library: only what is given.',
    access: 'admin',
    body: {
      name: text(),
      owner: text(OWNER),
      status: word(['normal', 'read-only']),
      keep_days: integer('Days of history; −1 keeps everything.'),
    },
    answer: LOCAL_LIBRARY,
    refuses: ['group-not-found', 'name-invalid', 'transfer-to-owner', 'user-not-found'],
  },
  'DELETE admin/libraries/:library_id/': {
    summary: 'Deletes a library; it can be restored from the deleted libraries.',
    access: 'admin',
    answer: SUCCESS,
  },
  'GET admin/owners/': {
    summary: 'Departments and users that a library can be given to, 20 of each at most.',
    access: 'admin',
    query: { search: text('Only those with this in their name or address.', { fallback: '' }) },
    answer: LIBRARY_OWNERS,
  },
  'GET admin/libraries/:library_id/entries/': {
    summary: 'What is in a folder of anybody’s library, by pages; its owner sees who looked.',
    access: 'admin',
    query: {
      cursor: cursor(),
      path: path('The folder.', { fallback: '/' }),
      commit: commitField('Absent: as it is now.'),
      sort: ENTRY_SORT,
      order: text('`desc`: backwards.'),
    },
    answer: ENTRIES_PAGE,
    refuses: ['cursor-invalid', 'folder-not-found', 'library-encrypted', 'path-invalid'],
  },
  'DELETE admin/libraries/:library_id/entries/': {
    summary: 'Deletes an item of anybody’s library; one that is not there is no error.',
    access: 'admin',
    query: { path: path('The item.', REQUIRED) },
    answer: SUCCESS,
    refuses: ['library-encrypted'],
  },
  'POST admin/libraries/:library_id/folders/': {
    summary: 'Makes a folder in anybody’s library; a taken name gets a number.',
    access: 'admin',
    body: { path: path('The new folder.', REQUIRED) },
    answer: ENTRY,
    refuses: ['library-encrypted', 'name-invalid'],
  },
  'POST admin/libraries/:library_id/download-link/': {
    summary: 'An address to download a file of anybody’s library from.',
    access: 'admin',
    body: { path: path('The file.', REQUIRED) },
    answer: DOWNLOAD_LINK,
    refuses: ['file-not-found', 'item-not-found', 'library-encrypted'],
  },
  'GET libraries/:library_id/admin-visits/': {
    summary: 'What administrators did inside a library of somebody else, newest first, by pages.',
    query: { cursor: cursor() },
    answer: ADMIN_VISITS_PAGE,
  },
  'GET admin/users/': {
    summary: 'The accounts of the server, oldest first, by pages.',
    access: 'admin',
    query: {
      search: text('Only those with this in their name or address.', { fallback: '' }),
      cursor: cursor(),
    },
    answer: ADMIN_USERS_PAGE,
  },
  'PATCH admin/users/:email/': {
    summary: 'Changes an account: only what is given.',
    access: 'admin',
    passwordAgain: { for: 'accounts', promotes: 'is_admin' },
    body: { name: text(), is_admin: flag(null), is_active: flag(null) },
    answer: ADMIN_USER,
    refuses: ['name-invalid', 'permission-denied'],
  },
  'POST admin/users/:email/reset-password/': {
    summary: 'Gives a user a new password; all their devices are signed out.',
    access: 'admin',
    passwordAgain: { for: 'accounts', newPassword: 'always' },
    answer: NEW_PASSWORD,
  },
  'DELETE admin/users/:email/': {
    summary: 'Deletes an account.',
    access: 'admin',
    query: {
      transfer_to: text(`Who gets the libraries. ${OWNER} Absent: they move to the deleted libraries.`),
    },
    answer: SUCCESS,
    refuses: ['group-not-found', 'permission-denied'],
  },
  'GET admin/groups/': {
    summary: 'Groups and departments, oldest first, by pages.',
    access: 'admin',
    query: { search: text('Only those with this in their name.', { fallback: '' }), cursor: cursor() },
    answer: ADMIN_GROUPS_PAGE,
  },
  'POST admin/groups/': {
    summary: 'Makes a group or a department.',
    access: 'admin',
    body: {
      name: text('', REQUIRED),
      kind: word(['group', 'department'], '', REQUIRED),
      parent_id: integer('Of a department: the one that it is in.'),
      owner: text('E-mail of the owner of a group, or of the first administrator of a department.'),
    },
    answer: ADMIN_GROUP,
    refuses: ['group-exists', 'group-not-found', 'name-invalid', 'user-not-found'],
  },
  'PATCH admin/groups/:group_id/': {
    summary: 'Renames a group or department.',
    access: 'admin',
    body: { name: text('', REQUIRED) },
    answer: ADMIN_GROUP,
    refuses: ['group-exists', 'name-invalid'],
  },
  'DELETE admin/groups/:group_id/': {
    summary: 'Ends a group, or a department without libraries and departments.',
    access: 'admin',
    answer: SUCCESS,
    refuses: ['group-not-empty'],
  },
  'GET admin/groups/:group_id/libraries/': {
    summary: 'What a group or department owns, then what it has been given.',
    access: 'admin',
    answer: LIBRARIES,
  },
  'GET admin/groups/:group_id/members/': {
    summary: 'Who is in a group.',
    access: 'admin',
    answer: ADMIN_GROUP_MEMBERS,
  },
  'POST admin/groups/:group_id/members/': {
    summary: 'Adds people to a group, those that can be added.',
    access: 'admin',
    body: { email: texts('People, by e-mail.', REQUIRED) },
    answer: ADDED_MEMBERS,
  },
  'PATCH admin/groups/:group_id/members/:email/': {
    summary: 'Makes a member administrator of the group, or no longer.',
    access: 'admin',
    body: { role: word(['admin', 'member'], '', REQUIRED) },
    answer: ADMIN_GROUP_MEMBERS,
  },
  'DELETE admin/groups/:group_id/members/:email/': {
    summary: 'Takes somebody out of a group.',
    access: 'admin',
    answer: ADMIN_GROUP_MEMBERS,
  },
  'GET admin/libraries/': {
    summary: 'All libraries, by pages.',
    access: 'admin',
    query: {
      cursor: cursor(),
      search: text('Only libraries with this in their name.', { fallback: '' }),
      owner: text('Only libraries of this owner.'),
      sort: LIBRARY_SORT,
      order: text('`desc`: backwards.'),
    },
    answer: ADMIN_LIBRARIES_PAGE,
  },
} as const satisfies CallSpecs;
