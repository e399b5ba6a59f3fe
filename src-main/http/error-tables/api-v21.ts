import type { ErrorTable } from '../error-wording.ts';
import { SEAFILE_ERRORS } from './seafile.ts';

/** `/api/v2.1/` outside of administration words everything as real servers do; single routes differ by overrides. */
export const API_V21_ERRORS = SEAFILE_ERRORS satisfies ErrorTable;
