import type { ErrorDetail } from '../../core/errors.ts';
import type { ErrorTable } from '../error-wording.ts';
import { folderPath } from '../present/values.ts';
import { SEAFILE_ERRORS } from './seafile.ts';

/** Folders are named with the slash at their end that the wire has. */
function folderMissing({ value = '/' }: ErrorDetail): string {
  return `Folder ${folderPath(value)} not found.`;
}

/** `/api/v2.1/admin/`: administrators manage encrypted libraries but never look into them. */
export const ADMIN_ERRORS = {
  ...SEAFILE_ERRORS,
  'folder-not-found': { status: 404, text: folderMissing },
  'not-a-folder': { status: 404, text: folderMissing },
  'library-encrypted': { status: 403, text: 'Feature disabled.' },
} satisfies ErrorTable;
