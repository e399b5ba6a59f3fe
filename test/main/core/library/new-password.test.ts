import { expect, it } from 'vitest';
import { checkNewPassword } from '../../../../src-main/core/library/new-password.ts';
import { refusalOf } from '../../../support/account-services.ts';

it('a library gets a password of 12 characters, four of them different', async () => {
  for (const password of ['correct horse', 'abcdabcdabcd', '😀😁😂🤣'.repeat(3)])
    expect(() => checkNewPassword(password)).not.toThrow();
  for (const password of ['abcdabcdabc', 'abcabcabcabcabcabc', '😀😁😂🤣'.repeat(2)])
    expect(await refusalOf(() => checkNewPassword(password))).toEqual({
      code: 'argument-invalid',
      detail: { field: 'password', reason: 'too-short' },
    });
  expect(await refusalOf(() => checkNewPassword(''))).toMatchObject({ code: 'argument-missing' });
});
