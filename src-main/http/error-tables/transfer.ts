import type { ErrorTable } from '../error-wording.ts';
import { SEAFILE_ERRORS } from './seafile.ts';

/** `/seafhttp/files/`: the file server's own numbers, as plain text. */
export const TRANSFER_ERRORS = {
  ...SEAFILE_ERRORS,
  'library-locked': { status: 400, text: 'Repo is encrypted. Please provide password to view it.' },
  'library-encrypted': { status: 400, text: 'Repo is encrypted. Please provide password to view it.' },
  'file-not-found': { status: 404, text: 'File not found' },
  'link-not-found': { status: 403, text: 'Access token not found' },
} satisfies ErrorTable;
