import type { ErrorOverrides, ErrorTable } from '../error-wording.ts';
import { SEAFILE_ERRORS } from './seafile.ts';

const CHANGED = 'The library was changed at the same time. Please try again.';

/** `/dav/`: the statuses that WebDAV gives a meaning, in plain text. */
export const DAV_ERRORS = {
  ...SEAFILE_ERRORS,
  'name-taken': { status: 405, text: 'The name is taken.' },
  'name-invalid': {
    status: 400,
    text: ({ reason = '' }) => `No file, folder or library can be called that (${reason}).`,
  },
  'library-exists': { status: 405, text: 'The name is taken.' },
  'library-locked': { status: 403, text: 'The library is encrypted and locked, or not on both sides.' },
  'library-read-only': { status: 403, text: 'You may read this library, and change nothing in it.' },
  'not-a-folder': { status: 409, text: 'A file is in the way.' },
  'credentials-wrong': { status: 401, text: 'The name or the password is not right.' },
  'file-too-large': { status: 413, text: 'File size is too large.' },
  'quota-exceeded': { status: 507, text: 'Out of quota.' },
  'head-moved': { status: 409, text: CHANGED },
} satisfies ErrorTable;

/** A file that is another by the time its new content is here is told like any condition that fails. */
export const DAV_OVERRIDES: ErrorOverrides = {
  'head-moved': ({ reason }) =>
    reason === 'file-changed'
      ? { status: 412, text: 'It is not as the request expects it.' }
      : DAV_ERRORS['head-moved'],
};
