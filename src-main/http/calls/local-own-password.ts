import type { CallSpecs } from '../../../src-shared/contract/call-spec.ts';
import { REQUIRED, SECRET, text } from '../../../src-shared/contract/field-spec.ts';
import { object } from '../../../src-shared/contract/shape.ts';

/** The password of the caller, on `/api/local/v1`. */
export const LOCAL_OWN_PASSWORD_CALLS = {
  'GET /api/local/v1/account/password/': {
    summary: 'Whether the caller has a password.',
    answer: object({ is_set: 'boolean' }),
  },
  'PUT /api/local/v1/account/password/': {
    summary: 'Changes the caller’s password. All tokens of the account end; the answer brings a new one.',
    body: {
      current_password: text('Not looked at while there is none.', { ...SECRET, fallback: '' }),
      new_password: text('', { ...SECRET, ...REQUIRED }),
    },
    answer: object({ token: 'string?' }),
    refuses: ['password-needed', 'password-wrong'],
  },
} as const satisfies CallSpecs;
