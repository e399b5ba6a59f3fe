import type { CallSpecs } from '../../../src-shared/contract/call-spec.ts';
import {
  flag,
  integer,
  libraryField,
  nested,
  paging,
  path,
  REQUIRED,
  requiredWhen,
  SECRET,
  text,
  word,
} from '../../../src-shared/contract/field-spec.ts';
import { joined, list, object, SUCCESS } from '../../../src-shared/contract/shape.ts';
import { ACTIVITY } from './shapes/history.ts';
import { FILE_HIT, STARRED_ITEM } from './shapes/items.ts';
import { DEPARTMENT_LIBRARY, GIVEN_FOLDER, GIVEN_SHARE, GROUP_LIBRARY } from './shapes/libraries.ts';
import { DEPARTMENT, GROUP, GROUP_MEMBER, OWN_ACCOUNT, SHARE_LINK, UPLOAD_LINK } from './shapes/people.ts';

/** The caller and what is theirs on `/api/v2.1`. */
export const V21_ACCOUNT_CALLS = {
  'GET /api/v2.1/search-file/': {
    summary: 'Items of one library by name.',
    query: {
      repo_id: libraryField('The library.', REQUIRED),
      q: text('At most 255 bytes.', { ...REQUIRED, maxBytes: 255 }),
    },
    answer: object({ data: list(FILE_HIT) }),
    refuses: ['library-not-found', 'permission-denied'],
  },
  'GET /api/v2.1/starred-items/': {
    summary: 'Libraries, folders and files that the caller has starred.',
    answer: object({ starred_item_list: list(STARRED_ITEM) }),
  },
  'POST /api/v2.1/starred-items/': {
    summary: 'Stars a library, folder or file.',
    body: {
      repo_id: libraryField('The library.', REQUIRED),
      path: path('The item; `/` is the library itself.', REQUIRED),
    },
    mixed: true,
    answer: STARRED_ITEM,
    refuses: ['item-not-found', 'library-not-found', 'path-invalid', 'permission-denied'],
  },
  'DELETE /api/v2.1/starred-items/': {
    summary: 'Takes a star away.',
    query: {
      repo_id: libraryField('The library.', REQUIRED),
      path: path('The item; `/` is the library itself.', REQUIRED),
    },
    mixed: true,
    answer: SUCCESS,
  },
  'GET /api/v2.1/activities/': {
    summary: 'What happened lately in the libraries that the caller reaches.',
    query: { ...paging(25, 100) },
    answer: object({ events: list(ACTIVITY) }),
  },
  'GET /api/v2.1/notifications/': {
    summary: 'Messages to the caller: none, ever.',
    answer: object({ unseen_count: 'integer', notification_list: list('anything'), count: 'integer' }),
  },
  'PUT /api/v2.1/notifications/': { summary: 'Marks all messages as seen.', answer: SUCCESS },
  'DELETE /api/v2.1/notifications/': { summary: 'Removes all messages.', answer: SUCCESS },
  'GET /api/v2.1/user/': { summary: 'The caller’s own account.', answer: OWN_ACCOUNT },
  'PUT /api/v2.1/user/': {
    summary: 'Changes the caller’s own name.',
    body: {
      list_in_address_book: flag(
        true,
        'Taken and passed over: everybody is found by people who look for them.',
      ),
      contact_email: text('Only as it is: administrators change it.'),
      telephone: text('Only as it is: administrators change it.'),
      login_id: text('Only as it is: administrators change it.'),
      name: text('At most 64 characters, none of them a slash.'),
    },
    answer: OWN_ACCOUNT,
    refuses: ['name-invalid', 'permission-denied'],
  },
} as const satisfies CallSpecs;

const RIGHTS = ['r', 'rw', 'admin'] as const;

/** Groups on `/api/v2.1`. */
export const V21_GROUPS_CALLS = {
  'GET /api/v2.1/departments/': {
    summary: 'Departments of the caller.',
    query: { can_admin: flag(false, 'Only those that the caller administrates.') },
    answer: list(DEPARTMENT),
  },
  'GET /api/v2.1/groups/': {
    summary: 'Groups and departments of the caller.',
    query: { with_repos: flag(false, 'Whether the libraries of each group are told, too.') },
    answer: list(joined(GROUP, object({ 'repos?': list(GROUP_LIBRARY) }))),
  },
  'POST /api/v2.1/groups/': {
    summary: 'Makes a group.',
    body: { name: text('', REQUIRED) },
    answer: GROUP,
    statuses: [201],
    refuses: ['group-exists', 'name-invalid'],
  },
  'GET /api/v2.1/groups/:group_id/': { summary: 'A group.', answer: GROUP },
  'PUT /api/v2.1/groups/:group_id/': {
    summary: 'Renames a group or gives it to another owner.',
    body: {
      name: text('The new name.', requiredWhen('there is no `owner`')),
      owner: text('The new owner, by e-mail.', requiredWhen('there is no `name`')),
    },
    answer: GROUP,
    refuses: ['name-invalid', 'user-not-found'],
  },
  'DELETE /api/v2.1/groups/:group_id/': { summary: 'Ends a group.', answer: SUCCESS },
  'GET /api/v2.1/groups/:group_id/members/': {
    summary: 'Who is in a group.',
    query: { is_admin: flag(false, 'Only administrators of the group.'), ...paging(100) },
    answer: list(GROUP_MEMBER),
  },
  'POST /api/v2.1/groups/:group_id/members/': {
    summary: 'Adds somebody to a group.',
    body: { email: text('E-mail of a user.', REQUIRED) },
    answer: GROUP_MEMBER,
    statuses: [201],
    refuses: ['group-member-exists', 'user-not-found'],
  },
  'PUT /api/v2.1/groups/:group_id/members/:email/': {
    summary: 'Makes a member administrator of the group, or no longer.',
    body: { is_admin: flag(null, '', REQUIRED) },
    answer: GROUP_MEMBER,
  },
  'DELETE /api/v2.1/groups/:group_id/members/:email/': {
    summary: 'Takes somebody out of a group.',
    answer: SUCCESS,
  },
  'GET /api/v2.1/groups/:group_id/libraries/': {
    summary: 'Libraries that a group has been given.',
    answer: list(GROUP_LIBRARY),
  },
  'POST /api/v2.1/groups/:group_id/libraries/': {
    summary: 'Makes a library and gives it to a group.',
    body: {
      password: text('Makes an encrypted library.', SECRET),
      repo_name: text('', REQUIRED),
      permission: word(RIGHTS, '', { fallback: 'r' }),
    },
    answer: GROUP_LIBRARY,
    refuses: ['name-invalid'],
  },
  'DELETE /api/v2.1/groups/:group_id/libraries/:library_id/': {
    summary: 'Takes a library from a group.',
    answer: SUCCESS,
  },
  'POST /api/v2.1/groups/:group_id/group-owned-libraries/': {
    summary: 'Makes a library that belongs to a department.',
    body: {
      passwd: text('Makes an encrypted library.', SECRET),
      permission: word(['rw'], 'Members of a department always read and write.'),
      name: text('', REQUIRED),
    },
    answer: DEPARTMENT_LIBRARY,
    refuses: ['name-invalid'],
  },
  'PUT /api/v2.1/groups/:group_id/group-owned-libraries/:library_id/': {
    summary: 'Renames a library of a department.',
    body: { name: text('', REQUIRED) },
    answer: DEPARTMENT_LIBRARY,
    refuses: ['name-invalid'],
  },
  'DELETE /api/v2.1/groups/:group_id/group-owned-libraries/:library_id/': {
    summary: 'Deletes a library of a department.',
    answer: SUCCESS,
  },
  'PUT /api/v2.1/groups/:group_id/group-owned-libraries/:library_id/transfer/': {
    summary: 'Gives a library of a department to another owner.',
    body: {
      email: text('The new owner: e-mail of a user, or `<n>@service_group`.', REQUIRED),
      reshare: flag(false, 'Whether shares stay.'),
    },
    answer: SUCCESS,
  },
} as const satisfies CallSpecs;

const LINK_PERMISSIONS = nested(
  { can_download: flag(true), can_edit: flag(false), can_upload: flag(false) },
  'What visitors may do, as an object or as its JSON text.',
);

/** Of shares: with whom. */
const RECEIVER = {
  share_type: word(['personal', 'group'], '', REQUIRED),
  user: text('A person, by e-mail.', requiredWhen('`share_type` is `personal`')),
  group_id: text('A group.', requiredWhen('`share_type` is `group`')),
};

const LINK_FIELDS = {
  password: text('Visitors must give it. Empty: none.', SECRET),
  permissions: LINK_PERMISSIONS,
  expire_days: integer('Days until it ends; 0: it never does.', { least: 0, most: 36_500 }),
  expiration_time: text('When it ends.', { format: 'date-time' }),
  description: text('', { maxBytes: 1024 }),
};

const NEW_LINK = {
  repo_id: libraryField('The library.', REQUIRED),
  path: path('The item.', REQUIRED),
  ...LINK_FIELDS,
};
const NEW_SHARE_LINK = {
  body: NEW_LINK,
  answer: SHARE_LINK,
  refuses: ['item-not-found', 'library-not-found', 'path-invalid', 'permission-denied', 'public-link-exists'],
} as const;

const LISTED = {
  repo_id: libraryField('Only links into this library.'),
  path: path('Only links to this item.'),
  ...paging(25),
};

/** Shares and links on `/api/v2.1`. */
export const V21_LINKS_CALLS = {
  'GET /api/v2.1/shared-repos/': {
    summary: 'Libraries of the caller that others have been given.',
    answer: list(GIVEN_SHARE),
  },
  'GET /api/v2.1/shared-folders/': {
    summary: 'Folders of libraries of the caller that others have been given.',
    answer: list(GIVEN_FOLDER),
  },
  'PUT /api/v2.1/shared-repos/:library_id/': {
    summary: 'Changes what somebody may do with a shared library.',
    body: { permission: word(RIGHTS, '', REQUIRED), ...RECEIVER },
    mixed: true,
    answer: SUCCESS,
    refuses: ['user-not-found'],
  },
  'DELETE /api/v2.1/shared-repos/:library_id/': {
    summary: 'Ends a share.',
    query: RECEIVER,
    mixed: true,
    answer: SUCCESS,
    refuses: ['user-not-found'],
  },
  'GET /api/v2.1/share-links/': {
    summary: 'Share links of the caller.',
    query: LISTED,
    answer: list(SHARE_LINK),
    refuses: ['path-invalid'],
  },
  'POST /api/v2.1/share-links/': {
    summary: 'Makes a share link of a file or folder that has none of the caller’s.',
    ...NEW_SHARE_LINK,
  },
  'POST /api/v2.1/multi-share-links/': {
    summary: 'Makes a share link of a file or folder, whatever others it has.',
    ...NEW_SHARE_LINK,
  },
  'PUT /api/v2.1/share-links/:token/': {
    summary: 'Changes a share link: only what is given.',
    body: LINK_FIELDS,
    answer: SHARE_LINK,
    refuses: ['link-not-found'],
  },
  'DELETE /api/v2.1/share-links/:token/': {
    summary: 'Ends a share link.',
    answer: SUCCESS,
    refuses: ['link-not-found'],
  },
  'GET /api/v2.1/upload-links/': {
    summary: 'Upload links of the caller.',
    query: LISTED,
    answer: list(UPLOAD_LINK),
  },
  'POST /api/v2.1/upload-links/': {
    summary: 'Makes an upload link of a folder.',
    body: NEW_LINK,
    answer: UPLOAD_LINK,
    refuses: ['item-not-found', 'not-a-folder', 'permission-denied'],
  },
  'PUT /api/v2.1/upload-links/:token/': {
    summary: 'Changes an upload link: only what is given.',
    body: LINK_FIELDS,
    answer: UPLOAD_LINK,
    refuses: ['link-not-found'],
  },
  'DELETE /api/v2.1/upload-links/:token/': {
    summary: 'Ends an upload link.',
    answer: SUCCESS,
    refuses: ['link-not-found'],
  },
  'GET /api/v2.1/upload-links/:token/upload/': {
    summary: 'An address to upload to, for whoever has the link.',
    answer: object({ upload_link: 'string' }),
    refuses: ['link-not-found'],
  },
} as const satisfies CallSpecs;
