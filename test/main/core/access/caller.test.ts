import { expect, it } from 'vitest';
import { by, requireAdministrator } from '../../../../src-main/core/access/caller.ts';
import { refusalOf } from '../../../support/account-services.ts';

it('the engine is told who asks and whether the person was asked first, and nothing of rights', () => {
  expect(by({ email: 'anna@example.com', isAdmin: true, asksFirst: true })).toEqual({
    author: 'anna@example.com',
    asksFirst: true,
  });
});

it('what is for administrators is refused to all others', async () => {
  expect(() => requireAdministrator({ email: 'admin@example.com', isAdmin: true })).not.toThrow();
  expect(await refusalOf(() => requireAdministrator({ email: 'anna@example.com', isAdmin: false }))).toEqual({
    code: 'permission-denied',
    detail: { reason: 'administrator' },
  });
});
