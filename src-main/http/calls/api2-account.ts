import type { CallSpecs } from '../../../src-shared/contract/call-spec.ts';
import {
  flag,
  integer,
  libraryField,
  paging,
  path,
  REQUIRED,
  requiredWhen,
  SECRET,
  text,
  texts,
  word,
} from '../../../src-shared/contract/field-spec.ts';
import { either, list, object, SUCCESS, shapeOf } from '../../../src-shared/contract/shape.ts';
import { SEARCH_HIT, STARRED_FILE } from './shapes/items.ts';
import { ACCOUNT_INFO, DEVICE, OLD_GROUP, PERSON } from './shapes/people.ts';

const ALL_THREE = 'it belongs to `platform`, `device_id` and `device_name`, which come together.';

/** The caller and what is theirs on `/api2`. */
export const API2_ACCOUNT_CALLS = {
  'GET /api2/ping/': { summary: 'Whether the server is there.', answer: shapeOf('string') },
  'GET /api2/auth/ping/': { summary: 'Whether the token is good.', answer: shapeOf('string') },
  'GET /api2/server-info/': {
    summary: 'Version of the interface and its features.',
    answer: object({ version: 'string', encrypted_library_version: 'integer', features: list('string') }),
  },
  'POST /api2/auth-token/': {
    summary: 'Signs in: a password for a token.',
    body: {
      username: text('E-mail, or name to sign in with.', REQUIRED),
      password: text('', { ...SECRET, ...REQUIRED }),
      platform: text(`System of the device; ${ALL_THREE}`, requiredWhen('the device is named')),
      device_id: text(`Id of the device; ${ALL_THREE}`, requiredWhen('the device is named')),
      device_name: text(`Name of the device; ${ALL_THREE}`, requiredWhen('the device is named')),
      client_version: text(),
      platform_version: text(),
    },
    answer: object({ token: 'string' }),
    refuses: ['credentials-wrong', 'user-inactive'],
  },
  'GET /api2/account/info/': {
    summary: 'The caller’s account, with its quota and what is used of it.',
    answer: ACCOUNT_INFO,
  },
  'PUT /api2/account/info/': {
    summary: 'Changes the caller’s own name.',
    body: { name: text('At most 64 characters, none of them a slash.') },
    answer: ACCOUNT_INFO,
    refuses: ['name-invalid'],
  },
  'POST /api2/logout-device/': {
    summary: 'Signs out: revokes the token of the request.',
    answer: object({}),
  },
  'POST /api2/client-login/': {
    summary: 'A code that opens the page in a browser once, within 15 minutes: `/client-login/`.',
    answer: object({ token: 'string' }),
    refuses: ['permission-denied'],
  },
  'GET /api2/search-user/': {
    summary: 'People to share with, by name or address.',
    query: {
      q: text('At most 255 bytes.', { ...REQUIRED, maxBytes: 255 }),
      include_self: flag(false, 'Whether the caller is among them.'),
    },
    answer: object({ users: list(PERSON) }),
  },
  'GET /api2/groups/': {
    summary: 'Groups of the caller.',
    query: { with_msg: flag(true, 'Without it, the answer is the list alone.') },
    answer: either(list(OLD_GROUP), object({ groups: list(OLD_GROUP), replynum: 'integer' })),
  },
  'GET /api2/search/': {
    summary: 'Items by name, in everything that the caller reaches.',
    query: {
      q: text('At most 255 bytes.', { ...REQUIRED, maxBytes: 255 }),
      search_repo: text('A library, or `all`, `mine`, `shared`, `group`, `public`.', { fallback: 'all' }),
      search_path: path('Only below this folder, of a single library.', { fallback: '/' }),
      obj_type: word(['file', 'dir']),
      search_ftypes: word(
        ['all', 'custom'],
        '`custom`: only files of the kinds in `ftype` and with the endings in `input_fexts`.',
      ),
      time_from: integer('', { least: 0 }),
      time_to: integer('', { least: 0 }),
      size_from: integer('', { least: 0 }),
      size_to: integer('', { least: 0 }),
      ftype: texts('Kinds of files: `text`, `document`, `image`, `video`, `audio`, `pdf`, `markdown`, `3d`.'),
      input_fexts: text('Endings, separated by commas.'),
      ...paging(10, 100),
    },
    answer: object({
      total: 'integer',
      has_more: 'boolean',
      results: list(SEARCH_HIT),
      'incomplete?': 'boolean',
    }),
    refuses: ['folder-not-found', 'library-not-found', 'path-invalid', 'permission-denied'],
  },
  'GET /api2/starredfiles/': { summary: 'Files that the caller has starred.', answer: list(STARRED_FILE) },
  'POST /api2/starredfiles/': {
    summary: 'Stars a file.',
    query: { p: path('The file.', REQUIRED) },
    body: { repo_id: libraryField('The library.', REQUIRED) },
    mixed: true,
    answer: shapeOf('string'),
    statuses: [201],
    refuses: ['file-not-found', 'library-not-found', 'path-invalid', 'permission-denied'],
  },
  'DELETE /api2/starredfiles/': {
    summary: 'Takes the star from a file.',
    query: { repo_id: libraryField('The library.', REQUIRED), p: path('The file.', REQUIRED) },
    mixed: true,
    answer: shapeOf('string'),
  },
  'GET /api2/devices/': { summary: 'Devices that the caller has signed in with.', answer: list(DEVICE) },
  'DELETE /api2/devices/': {
    summary: 'Signs a device out, and has it wiped where that is asked for.',
    query: {
      platform: text('System of the device.', REQUIRED),
      device_id: text('Id of the device.', REQUIRED),
      wipe_device: flag(false, 'Whether the device is to delete what it has.'),
    },
    mixed: true,
    answer: SUCCESS,
  },
  'GET /api2/avatars/user/:email/resized/:size/': {
    summary: 'Where the picture of a person is.',
    answer: object({ url: 'string', is_default: 'boolean', mtime: 'integer' }),
  },
  'GET /api2/unseen_messages/': {
    summary: 'How many messages are unread: none, ever.',
    answer: object({ count: 'integer' }),
  },
} as const satisfies CallSpecs;
