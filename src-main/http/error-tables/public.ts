import type { ErrorTable } from '../error-wording.ts';
import { LOCAL_ERRORS } from './local.ts';

/** Pages for visitors with a link, who know nothing of libraries and accounts. */
export const PUBLIC_ERRORS = {
  ...LOCAL_ERRORS,
  'link-not-found': {
    status: 404,
    text: 'It was removed, or the address is incomplete. Ask whoever sent it for another one.',
  },
  'path-invalid': { status: 404, text: 'There is nothing at this address.' },
  'folder-not-found': { status: 404, text: 'There is nothing at this address.' },
  'argument-missing': { status: 400, text: 'Choose a file first.' },
  'name-invalid': { status: 400, text: 'A file with this name is not taken. Rename it and try again.' },
  'permission-denied': { status: 403, text: 'This link does not allow that.' },
} satisfies ErrorTable;
