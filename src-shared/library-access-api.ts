import type { CallSpecs } from './contract/call-spec.ts';
import { integer, REQUIRED, text, word } from './contract/field-spec.ts';
import { type Json, list, named, object, oneOf, SUCCESS } from './contract/shape.ts';

const LIBRARY_TOKEN = named(
  'LibraryToken',
  object({
    /** What it is for; no other token of the library has it. */
    name: 'string',
    /** `r`: it only reads. */
    permission: oneOf('r', 'rw'),
    /** E-mail of the user who made it, and in whose name it acts. */
    made_by: 'string',
    made_by_name: 'string',
    made_at: 'integer',
  }),
);
export type LibraryTokenJson = Json<typeof LIBRARY_TOKEN>;

/** `GET libraries/{id}/drive/`: the library as a folder of WebDAV. */
const DRIVE = named(
  'LibraryDrive',
  object({
    /** Addresses that open it, where the caller reaches the server first. */
    addresses: list('string'),
    /** What to enter as the user name. */
    email: 'string',
  }),
);
export type DriveJson = Json<typeof DRIVE>;

/** How programs get one library: by a token of its own, or as a drive. */
export const LIBRARY_ACCESS_CALLS = {
  'GET libraries/:library_id/tokens/': {
    summary: 'Tokens that open this library alone, the newest first; for who manages it.',
    answer: object({ tokens: list(LIBRARY_TOKEN) }),
    refuses: ['permission-denied'],
  },
  'POST libraries/:library_id/tokens/': {
    summary: 'Makes one. It is shown this once.',
    body: {
      name: text('What it is for; at most 255 bytes.', REQUIRED),
      permission: word(['r', 'rw'], '`r`: it only reads.', { fallback: 'r' }),
    },
    answer: object({ name: 'string', token: 'string' }),
    refuses: ['argument-invalid', 'name-taken', 'permission-denied'],
  },
  'DELETE libraries/:library_id/tokens/': {
    summary: 'Ends one, with all links that it has made.',
    query: { name: text('', REQUIRED) },
    answer: SUCCESS,
    refuses: ['link-not-found', 'permission-denied'],
  },
  'GET libraries/:library_id/drive/': {
    summary: 'Where the library, or what it was at a moment, is opened as a drive.',
    query: { at: integer('Unix time of the moment, in seconds; absent: now.', { least: 0 }) },
    answer: DRIVE,
    refuses: ['library-locked', 'library-not-found'],
  },
} as const satisfies CallSpecs;
