import type { CallSpecs } from '../../../src-shared/contract/call-spec.ts';
import {
  commitField,
  cursor,
  flag,
  integer,
  path,
  REQUIRED,
  text,
  texts,
  word,
} from '../../../src-shared/contract/field-spec.ts';
import { list, object, SUCCESS } from '../../../src-shared/contract/shape.ts';
import { DOWNLOAD_LINK, ENTRIES_PAGE, ENTRY, LIBRARIES, LOCAL_LIBRARY } from './shapes/local.ts';
import {
  ADDED_MEMBERS,
  ADMIN_USER,
  ADMIN_VISITS_PAGE,
  GROUP_MEMBERS,
  LIBRARY_OWNER,
  LOCAL_ADMIN_GROUP,
} from './shapes/local-admin.ts';

const OWNER = 'E-mail of a user, or `<n>@service_group`.';

/** What administrators do on `/api/local/v1/admin`. */
export const LOCAL_ADMIN_CALLS = {
  'POST /api/local/v1/admin/libraries/': {
    summary: 'Makes a library for an owner.',
    body: { name: text('', REQUIRED), owner: text(`${OWNER} Absent: the caller.`) },
    answer: LOCAL_LIBRARY,
    refuses: ['group-not-found', 'name-invalid', 'user-not-found'],
  },
  'GET /api/local/v1/admin/libraries/:library_id/': {
    summary: 'A library of anybody.',
    answer: LOCAL_LIBRARY,
  },
  'PATCH /api/local/v1/admin/libraries/:library_id/': {
    summary: 'Changes a library: only what is given.',
    body: {
      name: text(),
      owner: text(OWNER),
      status: word(['normal', 'read-only']),
      keep_days: integer('Days of history; −1 keeps everything.'),
    },
    answer: LOCAL_LIBRARY,
    refuses: ['group-not-found', 'name-invalid', 'transfer-to-owner', 'user-not-found'],
  },
  'DELETE /api/local/v1/admin/libraries/:library_id/': {
    summary: 'Deletes a library; it can be restored from the deleted libraries.',
    answer: SUCCESS,
  },
  'GET /api/local/v1/admin/owners/': {
    summary: 'Departments and users that a library can be given to, 20 of each at most.',
    query: { search: text('Only those with this in their name or address.', { fallback: '' }) },
    answer: object({ owners: list(LIBRARY_OWNER) }),
  },
  'GET /api/local/v1/admin/libraries/:library_id/entries/': {
    summary: 'What is in a folder of anybody’s library, by pages; its owner sees who looked.',
    query: {
      cursor: cursor(),
      path: path('The folder.', { fallback: '/' }),
      commit: commitField('Absent: as it is now.'),
      sort: word(['name', 'size', 'mtime'], '', { fallback: 'name' }),
      order: text('`desc`: backwards.'),
    },
    answer: ENTRIES_PAGE,
    refuses: ['cursor-invalid', 'folder-not-found', 'library-encrypted', 'path-invalid'],
  },
  'DELETE /api/local/v1/admin/libraries/:library_id/entries/': {
    summary: 'Deletes an item of anybody’s library; one that is not there is no error.',
    query: { path: path('The item.', REQUIRED) },
    answer: SUCCESS,
    refuses: ['library-encrypted'],
  },
  'POST /api/local/v1/admin/libraries/:library_id/folders/': {
    summary: 'Makes a folder in anybody’s library; a taken name gets a number.',
    body: { path: path('The new folder.', REQUIRED) },
    answer: ENTRY,
    refuses: ['library-encrypted', 'name-invalid'],
  },
  'POST /api/local/v1/admin/libraries/:library_id/download-link/': {
    summary: 'An address to download a file of anybody’s library from.',
    body: { path: path('The file.', REQUIRED) },
    answer: DOWNLOAD_LINK,
    refuses: ['file-not-found', 'item-not-found', 'library-encrypted'],
  },
  'GET /api/local/v1/libraries/:library_id/admin-visits/': {
    summary: 'What administrators did inside a library of somebody else, newest first, by pages.',
    query: { cursor: cursor() },
    answer: ADMIN_VISITS_PAGE,
  },
  'GET /api/local/v1/admin/users/': {
    summary: 'The accounts of the server, oldest first, by pages.',
    query: {
      search: text('Only those with this in their name or address.', { fallback: '' }),
      cursor: cursor(),
    },
    answer: object({ users: list(ADMIN_USER), total: 'integer', cursor: 'string?' }),
  },
  'PATCH /api/local/v1/admin/users/:email/': {
    summary: 'Changes an account: only what is given.',
    passwordAgain: { for: 'accounts', promotes: 'is_admin' },
    body: { name: text(), is_admin: flag(null), is_active: flag(null) },
    answer: ADMIN_USER,
    refuses: ['name-invalid', 'permission-denied'],
  },
  'POST /api/local/v1/admin/users/:email/reset-password/': {
    summary: 'Gives a user a new password; all their devices are signed out.',
    passwordAgain: { for: 'accounts', newPassword: 'always' },
    answer: object({ password: 'string' }),
  },
  'DELETE /api/local/v1/admin/users/:email/': {
    summary: 'Deletes an account.',
    query: {
      transfer_to: text(`Who gets the libraries. ${OWNER} Absent: they move to the deleted libraries.`),
    },
    answer: SUCCESS,
    refuses: ['group-not-found', 'permission-denied'],
  },
  'GET /api/local/v1/admin/groups/': {
    summary: 'Groups and departments, oldest first, by pages.',
    query: { search: text('Only those with this in their name.', { fallback: '' }), cursor: cursor() },
    answer: object({ groups: list(LOCAL_ADMIN_GROUP), cursor: 'string?' }),
  },
  'POST /api/local/v1/admin/groups/': {
    summary: 'Makes a group or a department.',
    body: {
      name: text('', REQUIRED),
      kind: word(['group', 'department'], '', REQUIRED),
      parent_id: integer('Of a department: the one that it is in.'),
      owner: text('E-mail of the owner of a group, or of the first administrator of a department.'),
    },
    answer: LOCAL_ADMIN_GROUP,
    refuses: ['group-exists', 'group-not-found', 'name-invalid', 'user-not-found'],
  },
  'PATCH /api/local/v1/admin/groups/:group_id/': {
    summary: 'Renames a group or department.',
    body: { name: text('', REQUIRED) },
    answer: LOCAL_ADMIN_GROUP,
    refuses: ['group-exists', 'name-invalid'],
  },
  'DELETE /api/local/v1/admin/groups/:group_id/': {
    summary: 'Ends a group, or a department without libraries and departments.',
    answer: SUCCESS,
    refuses: ['group-not-empty'],
  },
  'GET /api/local/v1/admin/groups/:group_id/libraries/': {
    summary: 'What a group or department owns, then what it has been given.',
    answer: LIBRARIES,
  },
  'GET /api/local/v1/admin/groups/:group_id/members/': {
    summary: 'Who is in a group.',
    answer: GROUP_MEMBERS,
  },
  'POST /api/local/v1/admin/groups/:group_id/members/': {
    summary: 'Adds people to a group, those that can be added.',
    body: { email: texts('People, by e-mail.', REQUIRED) },
    answer: ADDED_MEMBERS,
  },
  'PATCH /api/local/v1/admin/groups/:group_id/members/:email/': {
    summary: 'Makes a member administrator of the group, or no longer.',
    body: { role: word(['admin', 'member'], '', REQUIRED) },
    answer: GROUP_MEMBERS,
  },
  'DELETE /api/local/v1/admin/groups/:group_id/members/:email/': {
    summary: 'Takes somebody out of a group.',
    answer: GROUP_MEMBERS,
  },
} as const satisfies CallSpecs;
