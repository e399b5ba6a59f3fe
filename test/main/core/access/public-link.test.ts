import { expect, it } from 'vitest';
import { checkLinkPassword } from '../../../../src-main/core/access/public-link.ts';
import { refusalOf } from '../../../support/account-services.ts';

it('the password of a link has 8 characters at least, whatever their bytes, and 1,024 bytes at most', async () => {
  for (const password of ['12345678', '😀'.repeat(8), 'x'.repeat(1_024)])
    expect(() => checkLinkPassword(password)).not.toThrow();
  const reasonOf = async (password: string) => (await refusalOf(() => checkLinkPassword(password))).detail;
  expect(await reasonOf('1234567')).toEqual({ field: 'password', reason: 'too-short' });
  expect(await reasonOf('😀'.repeat(7))).toEqual({ field: 'password', reason: 'too-short' });
  expect(await reasonOf('x'.repeat(1_025))).toEqual({ field: 'password', reason: 'too-long' });
});
