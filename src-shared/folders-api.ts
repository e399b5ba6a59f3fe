import type { CallSpecs } from './contract/call-spec.ts';
import { flag, REQUIRED, SECRET, type Sent, text } from './contract/field-spec.ts';
import { type Json, joined, list, mapOf, named, object, oneOf, orNull, SUCCESS } from './contract/shape.ts';

/**
 * A sentence of the service as one of the `SERVICE_WORDS` (`service-words.ts`) with its subject, and the same in English. A
 * newer service may have other codes.
 */
export const SAID = named('LocalSaid', object({ code: 'string', values: mapOf('string') }));
export type SaidJson = Json<typeof SAID>;

export const FOLDER_HELD_ITEM = named(
  'LocalFolderHeldItem',
  object({ path: 'string', is_dir: 'boolean', files: 'integer', bytes: 'integer' }),
);
export type FolderHeldItemJson = Json<typeof FOLDER_HELD_ITEM>;

/**
 * `GET folders/defaults/`: the defaults for a folder that is linked to a new library. The rules of `local-api.ts` hold here
 * too.
 */
const FOLDER_DEFAULTS = object({
  /** Retention of the library, as in `LocalLibraryJson`. */
  keep_days: 'integer',
  /** Patterns of what is never taken in, one a line; lines that start with `#` are comments. */
  ignored: 'string',
});
export type FolderDefaultsJson = Json<typeof FOLDER_DEFAULTS>;

const FOLDER_PROGRESS = named(
  'LocalFolderProgress',
  object({
    phase: oneOf('scan', 'hash', 'store', 'commit', 'write'),
    files_done: 'integer',
    files_total: 'integer',
    bytes_done: 'integer',
    bytes_total: 'integer',
    /** Set while the search for changes goes on, so that the totals still grow. */
    'grows?': 'boolean',
    /** Path of the file being worked on, relative to the folder; may be empty. */
    current: 'string',
  }),
);
export type FolderProgressJson = Json<typeof FOLDER_PROGRESS>;

const FOLDER_PROBLEM = named(
  'LocalFolderProblem',
  object({
    path: 'string',
    /** `unreadable`, `name-invalid`, `name-too-long`, `changing`, `not-a-file`, `vanished`, … */
    reason: 'string',
    message: 'string',
    said: SAID,
    /** What the reason counts: of `mostly-left-out` `count` and `of`, of `patterns-offered` `added` and `removed`. */
    values: mapOf('integer'),
    since: 'integer',
    /** 0 when it is tried again only when something changes. */
    next_try_at: 'integer',
    /** `in`: from the folder to the library; `out`: from the library to the folder. */
    direction: oneOf('in', 'out'),
  }),
);
export type FolderProblemJson = Json<typeof FOLDER_PROBLEM>;

const FOLDER_HELD = named(
  'LocalFolderHeld',
  object({
    /** `departures`: files that the library no longer has and the folder still has; the others come from the folder. */
    kind: oneOf('removals', 'rewrites', 'departures'),
    /** Identifies exactly this question: its kind and all its files with their contents. An answer sends it back. */
    token: 'string',
    /** Files, those inside of folders included. */
    count: 'integer',
    bytes: 'integer',
    /** Relative to the folder; at most the first 100. A folder stands for all that is in it. */
    paths: list('string'),
    /** The same paths, with what each one stands for. */
    items: list(FOLDER_HELD_ITEM),
  }),
);
export type FolderHeldJson = Json<typeof FOLDER_HELD>;

/** A linked folder, as `GET folders/` lists it. */
export const LINKED_FOLDER = named(
  'LocalLinkedFolder',
  object({
    id: 'string',
    library_id: 'string',
    library_name: 'string',
    path: 'string',
    state: oneOf('idle', 'scanning', 'syncing', 'paused', 'error', 'held', 'away'),
    /** Changes seen and not yet committed. */
    pending: 'integer',
    progress: orNull(FOLDER_PROGRESS),
    /** Items that could not be read or stored, at most 100 listed. */
    problems: list(FOLDER_PROBLEM),
    problem_count: 'integer',
    /** Number of files known in the folder. */
    file_count: 'integer',
    last_scan_at: 'integer',
    last_commit_at: 'integer',
    /** Why the state is `error` or `away`; empty otherwise. */
    message: 'string',
    /** The sentences of `message`. */
    said: list(SAID),
    /** False when the system's watch limit was reached and changes are found by scans only. */
    watching: 'boolean',
    /** When a paused folder resumes by itself; 0: only on request. */
    resume_at: 'integer',
    /** Changes that wait for the user to accept them or put them back. */
    held: orNull(FOLDER_HELD),
    encryption: oneOf('none', 'locked', 'unlocked'),
    /** Whether the password of an encrypted library is kept on this computer and unlocks it at every start. */
    remembered: 'boolean',
    /** Sub-folders that are left out by choice, relative to the folder. */
    excluded: list('string'),
  }),
);
export type LinkedFolderJson = Json<typeof LINKED_FOLDER>;

/** `GET folders/` */
export const FOLDERS = named('LocalFolders', object({ folders: list(LINKED_FOLDER) }));
export type FoldersJson = Json<typeof FOLDERS>;

/** `GET secrets/`: whether passwords of libraries can be remembered on this computer; the reason is a sentence. */
const SECRETS = named(
  'LocalSecrets',
  object({
    secrets: oneOf('available', 'unavailable'),
    secrets_reason: 'string',
    /** The same; null: they can. */
    secrets_said: orNull(SAID),
  }),
);

/** Sent with the folder that linking, `unlock/` and `lock/` answer: empty unless the keychain was needed and failed. */
const SECRETS_NOTICE = object({
  'secrets?': oneOf('unavailable'),
  /** A sentence. */
  'secrets_reason?': 'string',
  'secrets_said?': SAID,
});
export type SecretsNoticeJson = Json<typeof SECRETS_NOTICE>;

export type FolderState = LinkedFolderJson['state'];

export type FolderPhase = FolderProgressJson['phase'];

/** `locked`: the library is encrypted and its password was not given since the service started. */
export type FolderEncryption = LinkedFolderJson['encryption'];

const HELD_ANSWER = {
  token: text('Of what is held, as it was shown: nothing else is answered.', REQUIRED),
};

/** The folder as it is now, and what went wrong with the keychain where it was needed. */
const FOLDER_WITH_NOTICE = named('LocalFolderWithNotice', joined(LINKED_FOLDER, SECRETS_NOTICE));
export type LinkedFolderAnswer = Json<typeof FOLDER_WITH_NOTICE>;

/** Linked folders, and the disks they are on. */
export const FOLDERS_CALLS = {
  'GET folders/defaults/': {
    summary: 'What holds for a folder that is linked to a new library without another word.',
    access: 'admin',
    answer: FOLDER_DEFAULTS,
  },
  'GET folders/': { summary: 'Linked folders.', access: 'admin', answer: FOLDERS },
  'GET secrets/': {
    summary: 'Whether passwords can be remembered on this computer.',
    access: 'admin',
    answer: SECRETS,
  },
  'POST folders/': {
    summary: 'Links a folder to a library, or to a new one.',
    access: 'admin',
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
  'POST folders/:folder_id/unlock/': {
    summary: 'Opens the encrypted library of a folder.',
    access: 'admin',
    body: {
      password: text('', { ...SECRET, ...REQUIRED }),
      remember: flag(false, 'Keeps the password in the keychain of this computer.'),
    },
    answer: FOLDER_WITH_NOTICE,
    refuses: ['library-not-encrypted', 'password-wrong'],
  },
  'GET folders/:folder_id/': { summary: 'A linked folder.', access: 'admin', answer: LINKED_FOLDER },
  'DELETE folders/:folder_id/': {
    summary: 'Unlinks a folder; it and the library stay.',
    access: 'admin',
    answer: SUCCESS,
    refuses: ['linked-folder-not-found'],
  },
  'POST folders/:folder_id/resume/': {
    summary: 'Lets a paused folder go on.',
    access: 'admin',
    answer: LINKED_FOLDER,
  },
  'POST folders/:folder_id/rescan/': {
    summary: 'Looks through a folder now.',
    access: 'admin',
    answer: LINKED_FOLDER,
  },
  'POST folders/:folder_id/accept/': {
    summary: 'Lets changes that are held happen.',
    access: 'admin',
    body: HELD_ANSWER,
    answer: LINKED_FOLDER,
    refuses: ['held-changed'],
  },
  'POST folders/:folder_id/put-back/': {
    summary: 'Brings back what held changes took away, into the folder or the library.',
    access: 'admin',
    body: HELD_ANSWER,
    answer: LINKED_FOLDER,
    refuses: ['held-changed'],
  },
  'POST folders/:folder_id/lock/': {
    summary: 'Locks the encrypted library of a folder, and forgets its password.',
    access: 'admin',
    answer: FOLDER_WITH_NOTICE,
  },
} as const satisfies CallSpecs;

/**
 * `POST folders/` answers the linked folder; the first scan starts at once. `library` is the id or name of an existing
 * library; absent: a new library called `name`, or like the folder.
 *
 * `POST folders/{id}/pause/`, `resume/`, `rescan/` answer the folder. `POST folders/{id}/accept/` lets what is
 * held happen; `POST folders/{id}/put-back/` undoes it where it was done: in the folder, or for departures in the library.
 * Both need its `token`, and refuse with `held-changed` when something else is held by now.
 * `POST folders/{id}/lock/` locks an encrypted library again, and forgets a password that was remembered.
 * `DELETE folders/{id}/` unlinks; files and library stay.
 */
export type LinkFolderJson = Sent<(typeof FOLDERS_CALLS)['POST folders/']['body']>;

/** `POST folders/{id}/unlock/` */
export type UnlockFolderJson = Sent<(typeof FOLDERS_CALLS)['POST folders/:folder_id/unlock/']['body']>;
