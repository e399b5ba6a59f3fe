import type { ErrorTable } from '../error-wording.ts';
import { SEAFILE_ERRORS } from './seafile.ts';

/**
 * `/seafhttp/repo/`: the statuses are those that official sync clients act on. Never 408, which they show as a library
 * that is too large, and never 444 from here: they forget a library for good then.
 */
export const SYNC_ERRORS = {
  ...SEAFILE_ERRORS,
  'library-read-only': { status: 403, text: 'Permission denied.' },
  // Clients keep what they have, and tell their users.
  'library-damaged': { status: 445, text: 'Library is damaged.' },
  'object-collision': { status: 409, text: 'Other content is already stored under the same id.' },
  'disk-full': { status: 443, text: 'The disk of the server is full.' },
} satisfies ErrorTable;
