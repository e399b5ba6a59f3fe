import { expect, it } from 'vitest';
import { requireAdministrator } from '../../../../src-main/core/access/require-administrator.ts';
import { refusalOf } from '../../../support/account-services.ts';

it('what is for administrators is refused to all others', async () => {
  expect(() => requireAdministrator({ email: 'admin@example.com', isAdmin: true })).not.toThrow();
  expect(await refusalOf(() => requireAdministrator({ email: 'anna@example.com', isAdmin: false }))).toEqual({
    code: 'permission-denied',
    detail: { reason: 'administrator' },
  });
});
