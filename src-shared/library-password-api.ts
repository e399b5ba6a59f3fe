import type { CallSpecs } from './contract/call-spec.ts';
import { REQUIRED, SECRET, text, word } from './contract/field-spec.ts';
import { type Json, list, named, object, SUCCESS } from './contract/shape.ts';

/** How long a password opens a library that was unlocked on a page. */
export const OPEN_FOR = ['hour', 'eight-hours', 'until-quit'] as const;
export type OpenFor = (typeof OPEN_FOR)[number];

/** Whether the contents are locked to the caller. */
const LOCK = named(
  'LibraryLock',
  object({
    locked: 'boolean',
    /** Unix time at which it is locked by itself; null: it is locked, plain, or open until the service ends. */
    open_until: 'integer?',
  }),
);
export type LibraryLockJson = Json<typeof LOCK>;

/** `GET libraries/{id}/recovery-sheet/`: what opens the library together with its password, and none of it a secret. */
const RECOVERY_SHEET = named(
  'RecoverySheet',
  object({
    id: 'string',
    name: 'string?',
    enc_version: 'integer',
    /** Empty in version 2, where all libraries share one salt. */
    salt: 'string',
    /** The key of the contents, wrapped by the password. */
    random_key: 'string',
    /** Tells the right password from others; empty where `pwd_hash` does. */
    magic: 'string',
    pwd_hash: 'string',
    pwd_hash_algo: 'string',
    pwd_hash_params: 'string',
    /** Unix time. */
    made_at: 'integer',
  }),
);
export type RecoverySheetJson = Json<typeof RECOVERY_SHEET>;

/** Passwords of encrypted libraries: what they open, for how long, and changing them. */
export const LIBRARY_PASSWORD_CALLS = {
  'GET libraries/:library_id/unlock/': {
    summary: 'Whether the contents are encrypted and locked to the caller, and until when they are open.',
    answer: LOCK,
  },
  'POST libraries/:library_id/unlock/': {
    summary:
      'Lets the caller at the contents of an encrypted library, from now on for an hour or as long as they say; a plain one takes any password.',
    body: {
      password: text('The password of the library.', { ...REQUIRED, ...SECRET }),
      open_for: word(OPEN_FOR, '`until-quit`: until the service ends.', { fallback: 'hour' }),
    },
    answer: LOCK,
    refuses: ['password-wrong', 'throttled'],
  },
  'DELETE libraries/:library_id/unlock/': {
    summary:
      'Locks the contents for the caller, on every page and for every program; ends what is being read or written.',
    answer: LOCK,
  },
  'DELETE unlocked-libraries/': {
    summary: 'Locks everything that is open to the caller.',
    answer: object({
      /** The libraries that were open. */
      library_ids: list('string'),
    }),
  },
  'PUT libraries/:library_id/password/': {
    summary:
      'Gives an encrypted library another password, for who manages it. Who else has unlocked it has to enter the new one.',
    body: {
      old_password: text('', { ...REQUIRED, ...SECRET }),
      new_password: text('At least 12 characters.', { ...REQUIRED, ...SECRET }),
    },
    answer: SUCCESS,
    refuses: [
      'argument-invalid',
      'library-not-encrypted',
      'library-read-only',
      'password-wrong',
      'throttled',
    ],
  },
  'GET libraries/:library_id/recovery-sheet/': {
    summary: 'What has to be kept beside the password to read an encrypted library without Keepfold.',
    answer: RECOVERY_SHEET,
    refuses: ['library-not-encrypted'],
  },
} as const satisfies CallSpecs;
