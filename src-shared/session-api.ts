import type { CallSpecs } from './contract/call-spec.ts';
import { flag, REQUIRED, requiredWhen, SECRET, text, word } from './contract/field-spec.ts';
import { type Json, list, named, object, orNull, SUCCESS, shapeOf } from './contract/shape.ts';
import { LINKED_FOLDER } from './folders-api.ts';

/** Whole commands, quoted for the shell of that computer. */
const TERMINAL_COMMANDS = object({
  /** The folder to type them in; null: any. */
  folder: 'string?',
  /** Opens its page signed in, while it runs. */
  open: 'string',
  /** Starts it again at the same address. */
  start: 'string',
  /** Prints a link that signs in; null: there is no such command where it was installed as an app. */
  sign_in: 'string?',
  add_user: 'string?',
});
export type TerminalCommandsJson = Json<typeof TERMINAL_COMMANDS>;

/**
 * `GET commands/`: how this server is reached from a terminal. Returned only to programs on its own computer, which need no
 * token for it; all others get nulls. `email`: that of the only account.
 */
export const COMMANDS = named(
  'LocalCommands',
  object({ commands: orNull(TERMINAL_COMMANDS), email: 'string?' }),
);
export type CommandsJson = Json<typeof COMMANDS>;

/** `GET status/` */
export const STATUS = named(
  'LocalStatus',
  object({
    version: 'string',
    /** Where the data lives, an absolute path on the server's machine. */
    data_dir: 'string',
    address: 'string',
    started_at: 'integer',
    libraries: 'integer',
    /** Accounts on this server; 1 means that only the owner exists and the UI hides administration. */
    users: 'integer',
    folders: list(LINKED_FOLDER),
  }),
);
export type StatusJson = Json<typeof STATUS>;

/**
 * `POST session/links/`: where the first administrator signs in once, within so many seconds. `is_desktop`: the desktop
 * app runs the server, and has a window to show instead.
 */
const SIGN_IN_LINK = object({ address: 'string', expires_in: 'integer', is_desktop: 'boolean' });

/** `GET account/` */
const ACCOUNT = named('LocalAccount', object({ email: 'string', name: 'string', is_admin: 'boolean' }));
export type AccountJson = Json<typeof ACCOUNT>;

const SESSION = named('LocalSession', object({ token: 'string', account: ACCOUNT }));

/** `GET account/password/` */
const OWN_PASSWORD = object({
  /** False until the first account is given a password: the user of this computer is signed in without one. */
  is_set: 'boolean',
});

/** The answer of `PUT account/password/` */
const CHANGED_PASSWORD = object({
  /** Replaces the token of the request, which has ended like all others; null: that one stays valid. */
  token: 'string?',
});

/** The server, who is signed in, and how programs sign in. */
export const SESSION_CALLS = {
  'GET account/password/': {
    summary: 'Whether the caller has a password.',
    answer: OWN_PASSWORD,
  },
  'PUT account/password/': {
    summary: 'Changes the caller’s password. All tokens of the account end; the answer brings a new one.',
    body: {
      current_password: text('Not looked at while there is none.', { ...SECRET, fallback: '' }),
      new_password: text('', { ...SECRET, ...REQUIRED }),
    },
    answer: CHANGED_PASSWORD,
    refuses: ['password-needed', 'password-wrong'],
  },
  'GET status/': { summary: 'The server: version, address, linked folders.', answer: STATUS },
  'GET commands/': {
    summary: 'What is typed in a terminal to start or reach this server; for programs of its own computer.',
    access: 'anonymous',
    answer: COMMANDS,
  },
  'POST session/': {
    summary: 'Signs in: a password or a one-time code for a token.',
    access: 'anonymous',
    body: {
      code: text('A one-time code; with it, nothing else is needed.'),
      email: text('', requiredWhen('there is no `code`')),
      password: text('', { ...SECRET, ...requiredWhen('there is no `code`') }),
    },
    answer: SESSION,
    refuses: ['credentials-wrong'],
  },
  'DELETE session/': {
    summary: 'Signs out: revokes the token of the request.',
    answer: SUCCESS,
  },
  'POST session/links/': {
    summary:
      'An address that signs in once without a password; for programs of the computer the server runs on.',
    answer: SIGN_IN_LINK,
    refuses: ['permission-denied'],
  },
  'POST session/password/': {
    summary: 'Gives the caller’s password once more: for ten minutes, what asks for that is done.',
    body: { password: text('', { ...SECRET, ...REQUIRED }) },
    answer: SUCCESS,
    refuses: ['password-needed', 'password-wrong'],
  },
  'GET account/': { summary: 'The caller’s account.', answer: ACCOUNT },
  'POST users/': {
    summary: 'Makes an account.',
    access: 'admin',
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
  'POST tokens/': {
    summary: 'A token of a user, or of one of their devices: the same each time until it is revoked.',
    access: 'admin',
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
  'GET openapi.json': {
    summary: 'This description of the interface, as OpenAPI 3.1.',
    answer: shapeOf('anything'),
  },
  'GET docs/': {
    summary: 'This description of the interface, as a page to read.',
    answer: null,
    media: ['text/html'],
  },
  'GET events/': {
    summary: 'What changes, as it changes.',
    answer: null,
    media: ['text/event-stream'],
  },
} as const satisfies CallSpecs;
