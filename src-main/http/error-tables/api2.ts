import type { ErrorTable } from '../error-wording.ts';
import { SEAFILE_ERRORS } from './seafile.ts';

/** `/api2/`: set-password words a wrong password differently than its younger sibling. */
export const API2_ERRORS = {
  ...SEAFILE_ERRORS,
  'password-wrong': { status: 400, text: 'Incorrect password' },
} satisfies ErrorTable;
