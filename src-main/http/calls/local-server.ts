import type { CallSpecs } from '../../../src-shared/contract/call-spec.ts';
import {
  flag,
  integer,
  REQUIRED,
  requiredWhen,
  SECRET,
  text,
  texts,
  word,
} from '../../../src-shared/contract/field-spec.ts';
import { list, object, SUCCESS, shapeOf } from '../../../src-shared/contract/shape.ts';
import { IGNORE_PREVIEW, IGNORE_RULES } from './shapes/ignore-rules.ts';
import {
  ACCOUNT,
  BROWSE,
  COMMANDS,
  FOLDER_ACTIVITY,
  FOLDER_HELD_PAGE,
  FOLDER_WITH_NOTICE,
  FOLDERS,
  LINKED_FOLDER,
  MADE_FOLDER,
  PREFLIGHT,
  SECRETS,
  SESSION,
  STATUS,
  SUBFOLDER,
  SYNCING_DEVICE,
} from './shapes/local.ts';
import { CHECK, GARBAGE } from './shapes/local-upkeep.ts';

const HELD_ANSWER = {
  token: text('Of what is held, as it was shown: nothing else is answered.', REQUIRED),
};

/** The server and its linked folders on `/api/local/v1`. */
export const LOCAL_SERVER_CALLS = {
  'GET /api/local/v1/status/': { summary: 'The server: version, address, linked folders.', answer: STATUS },
  'GET /api/local/v1/commands/': {
    summary: 'What is typed in a terminal to start or reach this server; for programs of its own computer.',
    answer: COMMANDS,
  },
  'POST /api/local/v1/session/': {
    summary: 'Signs in: a password or a one-time code for a token.',
    body: {
      code: text('A one-time code; with it, nothing else is needed.'),
      email: text('', requiredWhen('there is no `code`')),
      password: text('', { ...SECRET, ...requiredWhen('there is no `code`') }),
    },
    answer: SESSION,
    refuses: ['credentials-wrong'],
  },
  'DELETE /api/local/v1/session/': {
    summary: 'Signs out: revokes the token of the request.',
    answer: SUCCESS,
  },
  'POST /api/local/v1/session/links/': {
    summary:
      'An address that signs in once without a password; for programs of the computer the server runs on.',
    answer: object({ address: 'string', expires_in: 'integer', is_desktop: 'boolean' }),
    refuses: ['permission-denied'],
  },
  'POST /api/local/v1/session/password/': {
    summary: 'Gives the caller’s password once more: for ten minutes, what asks for that is done.',
    body: { password: text('', { ...SECRET, ...REQUIRED }) },
    answer: SUCCESS,
    refuses: ['password-needed', 'password-wrong'],
  },
  'GET /api/local/v1/account/': { summary: 'The caller’s account.', answer: ACCOUNT },
  'POST /api/local/v1/users/': {
    summary: 'Makes an account.',
    passwordAgain: { for: 'accounts', promotes: 'is_admin' },
    body: {
      email: text('', REQUIRED),
      password: text('', { ...SECRET, ...REQUIRED }),
      name: text('', { fallback: '' }),
      is_admin: flag(false),
    },
    answer: ACCOUNT,
    refuses: ['permission-denied', 'user-exists'],
  },
  'POST /api/local/v1/tokens/': {
    summary: 'A token of a user, or of one of their devices: the same each time until it is revoked.',
    passwordAgain: { for: 'accounts' },
    body: {
      email: text('Absent: the caller.'),
      device: text(
        'A name for what the token is for: it is listed and revoked as a device. Absent: the account’s own.',
      ),
      platform: word(['linux', 'mac', 'windows'], 'Of the device.', { fallback: 'linux' }),
    },
    answer: object({
      token: 'string',
      email: 'string',
    }),
    refuses: ['argument-invalid', 'permission-denied', 'user-not-found'],
  },
  'GET /api/local/v1/devices/': {
    summary: 'The caller’s devices, and what each of them syncs.',
    answer: object({ devices: list(SYNCING_DEVICE) }),
  },
  'DELETE /api/local/v1/devices/:device_id/': {
    summary: 'Signs a device out and ends all its syncing.',
    answer: SUCCESS,
    refuses: ['item-not-found'],
  },
  'DELETE /api/local/v1/devices/:device_id/libraries/:library_id/': {
    summary: 'Ends the syncing of one library by a device.',
    answer: SUCCESS,
    refuses: ['item-not-found'],
  },
  'GET /api/local/v1/folders/': { summary: 'Linked folders.', answer: FOLDERS },
  'GET /api/local/v1/folders/preflight/': {
    summary: 'What linking a folder would mean.',
    passwordAgain: { for: 'host-disk' },
    query: { path: text('The folder, from the top.', REQUIRED) },
    answer: PREFLIGHT,
  },
  'GET /api/local/v1/browse/': {
    summary: 'Folders of the server’s disk.',
    passwordAgain: { for: 'host-disk' },
    query: { path: text('Absent: where to start.', { fallback: '' }) },
    answer: BROWSE,
  },
  'POST /api/local/v1/browse/': {
    summary: 'Makes an empty folder on the server’s disk.',
    passwordAgain: { for: 'host-disk' },
    body: {
      path: text('The folder around it, from the top.', REQUIRED),
      name: text('Its name.', REQUIRED),
    },
    answer: MADE_FOLDER,
    refuses: ['disk-full', 'folder-not-found', 'name-invalid', 'name-taken', 'path-invalid'],
  },
  'GET /api/local/v1/secrets/': {
    summary: 'Whether passwords can be remembered on this computer.',
    answer: SECRETS,
  },
  'POST /api/local/v1/folders/': {
    summary: 'Links a folder to a library, or to a new one.',
    passwordAgain: { for: 'host-disk' },
    body: {
      library: text('Id or name of a library; absent: a new one.'),
      name: text('Name of the new library; absent: that of the folder.'),
      password: text('Of the encrypted library.', SECRET),
      path: text('The folder, from the top.', REQUIRED),
      remember: flag(false, 'Keeps the password in the keychain of this computer.'),
      encrypt: flag(false, 'Makes the new library an encrypted one.'),
      again: text('Id of a folder that was unlinked there since the start: it is linked as it was.'),
    },
    answer: FOLDER_WITH_NOTICE,
    refuses: [
      'argument-invalid',
      'folder-not-found',
      'library-locked',
      'library-not-encrypted',
      'library-not-found',
      'library-read-only',
      'linked-folder-doubtful',
      'linked-folder-not-found',
      'linked-folder-refused',
      'name-invalid',
      'password-wrong',
      'permission-denied',
    ],
  },
  'POST /api/local/v1/folders/:folder_id/unlock/': {
    summary: 'Opens the encrypted library of a folder.',
    body: {
      password: text('', { ...SECRET, ...REQUIRED }),
      remember: flag(false, 'Keeps the password in the keychain of this computer.'),
    },
    answer: FOLDER_WITH_NOTICE,
    refuses: ['library-not-encrypted', 'password-wrong'],
  },
  'GET /api/local/v1/folders/:folder_id/': { summary: 'A linked folder.', answer: LINKED_FOLDER },
  'DELETE /api/local/v1/folders/:folder_id/': {
    summary: 'Unlinks a folder; it and the library stay.',
    answer: SUCCESS,
    refuses: ['linked-folder-not-found'],
  },
  'POST /api/local/v1/folders/:folder_id/resume/': {
    summary: 'Lets a paused folder go on.',
    answer: LINKED_FOLDER,
  },
  'POST /api/local/v1/folders/:folder_id/rescan/': {
    summary: 'Looks through a folder now.',
    answer: LINKED_FOLDER,
  },
  'POST /api/local/v1/folders/:folder_id/accept/': {
    summary: 'Lets changes that are held happen.',
    body: HELD_ANSWER,
    answer: LINKED_FOLDER,
    refuses: ['held-changed'],
  },
  'POST /api/local/v1/folders/:folder_id/put-back/': {
    summary: 'Brings back what held changes took away, into the folder or the library.',
    body: HELD_ANSWER,
    answer: LINKED_FOLDER,
    refuses: ['held-changed'],
  },
  'POST /api/local/v1/folders/:folder_id/lock/': {
    summary: 'Locks the encrypted library of a folder, and forgets its password.',
    answer: FOLDER_WITH_NOTICE,
  },
  'POST /api/local/v1/folders/:folder_id/relink/': {
    summary: 'Says that a folder is at another place now.',
    passwordAgain: { for: 'host-disk' },
    body: {
      path: text('The folder, from the top.', REQUIRED),
      force: flag(false, 'Takes a place that looks like another folder.'),
    },
    answer: LINKED_FOLDER,
    refuses: ['folder-not-found', 'linked-folder-doubtful', 'linked-folder-refused'],
  },
  'POST /api/local/v1/folders/:folder_id/pause/': {
    summary: 'Lets a folder rest.',
    body: { for_seconds: integer('Absent: until it is resumed.') },
    answer: LINKED_FOLDER,
  },
  'GET /api/local/v1/folders/:folder_id/ignore/': {
    summary: 'The ignore rules of a folder.',
    answer: IGNORE_RULES,
  },
  'PUT /api/local/v1/folders/:folder_id/ignore/': {
    summary: 'Changes the ignore rules of a folder.',
    passwordAgain: { for: 'host-disk' },
    body: { text: text('The rules; may be empty.', REQUIRED) },
    answer: IGNORE_RULES,
  },
  'POST /api/local/v1/folders/:folder_id/ignore/agree/': {
    summary: 'Has ignore rules count that came through the library.',
    passwordAgain: { for: 'host-disk' },
    body: { text: text('The rules that were offered.', REQUIRED) },
    answer: IGNORE_RULES,
    refuses: ['argument-invalid'],
  },
  'POST /api/local/v1/folders/:folder_id/ignore/preview/': {
    summary: 'What other ignore rules would change.',
    body: { text: text('The rules; may be empty.', REQUIRED) },
    answer: IGNORE_PREVIEW,
  },
  'GET /api/local/v1/folders/:folder_id/subfolders/': {
    summary: 'Sub-folders, for choosing which to leave out.',
    passwordAgain: { for: 'host-disk' },
    query: { path: text('The folder, from the top.', REQUIRED) },
    answer: list(SUBFOLDER),
  },
  'PUT /api/local/v1/folders/:folder_id/excluded/': {
    summary: 'Chooses which sub-folders are left out.',
    passwordAgain: { for: 'host-disk' },
    body: { paths: texts('Relative to the folder; may be none.', REQUIRED) },
    answer: LINKED_FOLDER,
    refuses: ['folder-not-found', 'path-invalid'],
  },
  'GET /api/local/v1/folders/:folder_id/held/': {
    summary: 'All changes of a folder that wait for a person, by path, in pages.',
    query: { cursor: text('From the page before.', { fallback: '' }) },
    answer: FOLDER_HELD_PAGE,
  },
  'GET /api/local/v1/folders/:folder_id/activity/': {
    summary: 'What was done in a folder lately, newest first.',
    query: { limit: integer('', { fallback: 100, least: 1, cap: 1000 }) },
    answer: FOLDER_ACTIVITY,
  },
  'GET /api/local/v1/openapi.json': {
    summary: 'This description of the interface, as OpenAPI 3.1.',
    answer: shapeOf('anything'),
  },
  'GET /api/local/v1/docs/': {
    summary: 'This description of the interface, as a page to read.',
    answer: null,
    media: ['text/html'],
  },
  'POST /api/local/v1/check/': {
    summary: 'Checks all stored data.',
    body: { full: flag(false, 'Whether everything is read.') },
    answer: CHECK,
  },
  'POST /api/local/v1/garbage/': {
    summary: 'Frees what nothing needs any more.',
    body: { dry_run: flag(false, 'Only says what would be freed.') },
    answer: GARBAGE,
  },
  'GET /api/local/v1/events/': {
    summary: 'What changes, as it changes.',
    answer: null,
    media: ['text/event-stream'],
  },
} as const satisfies CallSpecs;
